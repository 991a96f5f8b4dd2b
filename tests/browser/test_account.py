"""An account from its first day to its last: devices, password, data, and its end."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.barriers import barriers
from tests.browser.conftest import Enter
from tests.browser.player import Player


def test_devices_password_data_and_the_end_of_an_account(enter: Enter, address: str) -> None:
    ann, other = enter("ann of the account"), enter("another device")
    ann.call("POST", "api/session", {"name": "Ann"})
    ann.call("POST", "api/account", {"login": "ann-account", "password": "correct horse"})
    sign_in(other, "correct horse")
    page = ann.page
    page.goto(f"{address}#/account")
    page.reload()  # the page does not know yet who it is
    devices = page.get_by_role("region", name="Your devices")
    expect(devices.get_by_role("listitem")).to_have_count(2)
    expect(devices.get_by_text("This device")).to_have_count(1)
    assert not barriers(page)
    devices.get_by_role("button", name="Sign out on Chrome · Linux").click()
    expect(devices.get_by_role("listitem")).to_have_count(1)
    assert other.call("GET", "api/session") == {"user": None}

    form = page.get_by_role("region", name="Password", exact=True)
    form.get_by_label("Current password").fill("correct horse")
    form.get_by_label("New password").fill("better horse")
    form.get_by_role("button", name="Change the password").click()
    expect(form.get_by_text("The password is changed.")).to_be_visible()
    sign_in(other, "better horse")

    data = page.get_by_role("region", name="Your data")
    with page.expect_download() as download:
        data.get_by_role("link", name="Download all data").click()
    assert json.loads(download.value.path().read_text())["user"]["login"] == "ann-account"
    data.get_by_role("button", name="Delete everything").click()
    data.get_by_label("Password").fill("better horse")
    data.get_by_role("button", name="Yes, delete everything").click()
    expect(page.get_by_role("region", name="Sign in")).to_be_visible()
    assert other.call("GET", "api/session") == {"user": None}


def sign_in(player: Player, password: str) -> None:
    body = {"login": "ann-account", "password": password}
    assert player.call("POST", "api/login", body)["user"]["name"] == "Ann"
