"""The wheel's version and tag. `make wheel` runs this, with the release binary in src/understudy/bin."""

import os
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel

if not Path(__file__).with_name("src").joinpath("understudy/bin/understudy").exists():
    raise SystemExit("expected the understudy binary in src/understudy/bin, found none: build the wheel with `make wheel`")


class PlatformDistribution(Distribution):
    def has_ext_modules(self):
        """Says that the files belong to one platform: they have a program."""
        return True


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        """Any Python 3 will do, as a program is not bound to an interpreter."""
        return "py3", "none", super().get_tag()[2]


setup(version=os.environ["UNDERSTUDY_VERSION"], distclass=PlatformDistribution, cmdclass={"bdist_wheel": PlatformWheel})
