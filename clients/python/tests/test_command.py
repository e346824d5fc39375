import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import understudy

COMMAND = str(Path(sys.executable).with_name("understudy"))


@pytest.mark.parametrize("command", [[COMMAND], [sys.executable, "-m", "understudy"]])
def test_the_command_is_the_binary(command):
    asked = subprocess.run([*command, "--version"], capture_output=True, text=True)
    assert (asked.returncode, asked.stdout.strip()) == (0, version("understudy"))
    wrong = subprocess.run([*command, "serve", "--no-such-option"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "--no-such-option" in wrong.stderr


def test_run_gives_the_command_its_server():
    program = "import understudy; print(understudy.Server().index()['version'])"
    run = subprocess.run([COMMAND, "run", "--", sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout.strip() == version("understudy"), run.stderr


@pytest.mark.skipif(not shutil.which("ldd"), reason="needs ldd")
def test_libraries_come_with_the_wheel():
    binary = Path(understudy.__file__).with_name("bin") / "understudy"
    found = subprocess.run(["ldd", binary], capture_output=True, text=True, check=True).stdout
    outside = {line.split()[0] for line in found.splitlines() if "understudy.libs" not in line}
    # What manylinux lets a wheel expect of the system, and the kernel's own.
    allowed = ("libc.", "libm.", "libstdc++.", "libgcc_s.", "linux-vdso.", "/lib")
    assert "libmicrohttpd" in found and "libgnutls" in found
    assert [name for name in outside if not name.startswith(allowed)] == []


def test_the_package_names_what_it_has():
    assert all(getattr(understudy, name).__name__ == name for name in understudy.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Playhouse'"):
        understudy.Playhouse  # noqa: B018
