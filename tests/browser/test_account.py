"""An account from its first day to its last: devices, password, data, and its end."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, Page, expect

from tests.browser.barriers import barriers
from tests.browser.conftest import Enter
from tests.browser.player import PHONE, Player


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

    change_password(page)
    sign_in(other, "better horse")

    data = page.get_by_role("region", name="Your data")
    with page.expect_download() as download:
        data.get_by_role("link", name="Download all data").click()
    assert json.loads(download.value.path().read_text())["user"]["login"] == "ann-account"
    data.get_by_role("button", name="Delete everything").click()
    data.get_by_role("button", name="Yes, delete everything").click()
    confirm(page.get_by_role("dialog", name="Is it you?"), "better horse")
    expect(page.get_by_role("region", name="Sign in")).to_be_visible()
    assert other.call("GET", "api/session") == {"user": None}


def test_ways_to_sign_in_are_confirmed_and_reviewed_after_a_new_password(
    enter: Enter, address: str
) -> None:
    bea = enter("bea of the account", PHONE)
    bea.call("POST", "api/session", {"name": "Bea"})
    bea.call("POST", "api/account", {"login": "bea-account", "password": "correct horse"})
    page = bea.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    options |= {"hasUserVerification": True, "isUserVerified": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(f"{address.replace('127.0.0.1', 'localhost')}#/account")
    page.reload()
    bea.call("POST", "api/login", {"login": "bea-account", "password": "correct horse"})
    page.reload()

    bots = page.get_by_role("region", name="Your own bots")
    bots.get_by_label("What is it for?").fill("my bot")
    bots.get_by_role("button", name="Create an access key").click()
    asked = page.get_by_role("dialog", name="Is it you?")
    assert not barriers(page)
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    expect(bots.get_by_role("listitem")).to_have_count(0)
    bots.get_by_role("button", name="Create an access key").click()
    confirm(asked, "wrong horse")
    expect(asked.get_by_role("alert")).to_be_visible()
    bea.forgive("401")
    confirm(asked, "correct horse")
    expect(bots.get_by_text("Write it down now")).to_be_visible()

    passkeys = page.get_by_role("region", name="Passkey", exact=True)
    passkeys.get_by_label("Name of the device").fill("phone")
    passkeys.get_by_role("button", name="Create a passkey").click()
    confirm(asked, "correct horse")
    expect(passkeys.get_by_role("listitem")).to_have_count(1)
    bots.get_by_label("What is it for?").fill("another")
    bots.get_by_role("button", name="Create an access key").click()
    asked.get_by_role("button", name="Confirm with a passkey").click()
    expect(bots.get_by_role("listitem")).to_have_count(2)

    change_password(page)
    left = page.get_by_role("region", name="What still gives access")
    expect(left.get_by_role("listitem")).to_have_count(3)
    assert not barriers(page)
    left.get_by_role("button", name="Remove Access key of a bot: another").click()
    expect(left.get_by_role("listitem")).to_have_count(2)
    expect(bots.get_by_role("listitem")).to_have_count(1)
    left.get_by_role("button", name="Remove them all").click()
    expect(left).to_be_hidden()
    expect(bots.get_by_role("listitem")).to_have_count(0)
    expect(passkeys.get_by_role("listitem")).to_have_count(0)


def test_access_keys_of_the_same_name_are_listed_one_by_one(enter: Enter, address: str) -> None:
    cy = enter("cy of the account")
    cy.call("POST", "api/session", {"name": "Cy"})
    cy.call("POST", "api/account", {"login": "cy-account", "password": "correct horse"})
    proof = cy.call("POST", "api/account/proof", {"password": "correct horse"})["proof"]
    for _ in range(2):
        cy.call("POST", "api/tokens", {"label": "my bot", "proof": proof})
    page = cy.page
    page.goto(f"{address}#/account")
    page.reload()
    change_password(page)
    left = page.get_by_role("region", name="What still gives access")
    expect(left.get_by_role("listitem")).to_have_count(2)
    left.get_by_role("button", name="Remove Access key of a bot: my bot").first.click()
    expect(left.get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("region", name="Your own bots").get_by_role("listitem")).to_have_count(
        1
    )


def change_password(page: Page) -> None:
    form = page.get_by_role("region", name="Password", exact=True)
    form.get_by_label("Current password").fill("correct horse")
    form.get_by_label("New password").fill("better horse")
    form.get_by_role("button", name="Change the password").click()
    expect(form.get_by_text("The password is changed.")).to_be_visible()


def confirm(asked: Locator, password: str) -> None:
    asked.get_by_label("Password").fill(password)
    asked.get_by_role("button", name="Confirm", exact=True).click()


def sign_in(player: Player, password: str) -> None:
    body = {"login": "ann-account", "password": password}
    assert player.call("POST", "api/login", body)["user"]["name"] == "Ann"
