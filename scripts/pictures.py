"""python3 scripts/pictures.py TOOL FOLDER: starts a server at port 8400, makes a few requests, and takes the pictures."""

import base64
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

LARGEST = 120 * 1024
APP = "http://127.0.0.1:7999/cb"
CLIENT = "123456789012-understudy0web0000000000000000000.apps.googleusercontent.com"
SECRET = "understudy-secret-0123456789"
LOGIN = f"/google/o/oauth2/v2/auth?client_id={CLIENT}&redirect_uri={APP}&response_type=code&scope=openid+email&state=42"


def call(url: str, form: str | None = None) -> bytes:
    try:
        return urllib.request.urlopen(url, form.encode() if form else None, timeout=10).read()
    except urllib.error.HTTPError as refusal:
        return refusal.read()


def fill_journal(tool: str, url: str) -> None:
    """A sign-in that works, then a code that is redeemed twice."""
    redirect = subprocess.check_output([tool, "visit", "--as", "alice", url + LOGIN], text=True)
    code = redirect.split("code=")[1].split("&")[0].strip()
    form = f"grant_type=authorization_code&code={code}&redirect_uri={APP}&client_id={CLIENT}&client_secret={SECRET}"
    for _ in range(2):
        call(f"{url}/google/oauth2.googleapis.com/token", form)


def browser() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--no-first-run", "--lang=en", "--no-proxy-server"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options, webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.set_page_load_timeout(20)
    return driver


def take(driver: webdriver.Chrome, file: Path, scheme: str, size: tuple[int, int], url: str, shown: str) -> None:
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1.5, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    # The console's addresses differ by their fragments, which would load nothing anew.
    driver.get("about:blank")
    driver.get(url)
    WebDriverWait(driver, 10, 0.05).until(lambda driver: driver.find_elements(By.XPATH, shown))
    time.sleep(0.3)
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": False})
    file.write_bytes(base64.b64decode(shot["data"]))
    length = file.stat().st_size
    print(f"{file}: {length // 1024} KiB")
    if length > LARGEST:
        sys.exit(f"{file} is larger than {LARGEST // 1024} KiB")


def main(tool: str, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as work:
        ready = Path(work) / "ready.json"
        server = subprocess.Popen([tool, "serve", "--port", "8400", "--seed", "1", "--ready-file", ready, "--quiet"])
        try:
            while not ready.exists():
                if server.poll() is not None:
                    sys.exit("understudy did not start")
                time.sleep(0.01)
            url = json.loads(ready.read_text())["url"]
            box = f"{url}/_understudy/sandboxes/default"
            fill_journal(tool, url)
            last = json.loads(call(f"{box}/journal?outcome=refused"))[-1]["n"]
            driver = browser()
            try:
                for scheme in ("light", "dark"):
                    take(driver, folder / f"login-{scheme}.png", scheme, (400, 640), url + LOGIN, "//input[@type='password']")
                    take(driver, folder / f"front-{scheme}.png", scheme, (880, 640), f"{url}/", "//button[.='Copy']")
                    page = f"{url}/_understudy/#/default/journal/{last}"
                    take(driver, folder / f"console-{scheme}.png", scheme, (880, 640), page, "//a[contains(., 'RFC 6749')]")
            finally:
                driver.quit()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(os.path.realpath(sys.argv[1]), Path(sys.argv[2]))
