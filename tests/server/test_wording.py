"""A client can show rules that it does not know: everything they bring has a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from fogline import Chance
from fogline.games.definitions import BOARDS_VARIABLE
from tests.server.harness import (
    ME,
    RANDOM,
    Body,
    in_loop,
    new_table,
    play_on,
    replay_of,
    serving,
    settings_for,
)


def is_sentence(text: str) -> bool:
    return len(text) > 2 and text.isprintable()


def check(shown: Body) -> None:
    assert all(is_sentence(legal["text"]) for legal in shown["legal"])
    assert shown["decision"] is None or is_sentence(shown["decision"]["text"])
    scored = {key for player in shown["view"]["players"] for key in player["points"]}
    assert scored <= set(shown["game"]["categories"])
    assert all(is_sentence(name) for name in shown["game"]["categories"].values())


@in_loop
async def whole_game(folder: Path, game: str) -> None:
    async with serving(settings_for(folder)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bea"}, game=game)
        path = f"/api/tables/{table}"
        shown = await ann.post(f"{path}/start")
        assert game != "tidewick" or "harbour-cat" in shown["game"]["rules"]
        chance, told = Chance("words"), list[str]()
        body = {"id": "nonsense", "version": shown["version"], "seat": 0, "action": "claim x red*1"}
        refused = await ann.refused(f"{path}/actions", body)
        assert (refused["code"], bool(refused["refusal"])) == ("refused", True)
        assert is_sentence(refused["message"])
        for nth in range(60):
            check(shown)
            entry = (await play_on(ann, table, shown["deciding"][0], chance, nth))["entry"]
            assert all(is_sentence(e["text"] or "nothing") for e in entry["events"])
            told += [event["text"] for event in entry["events"]]
            hints = await ann.get(f"{path}/hints")
            for hint in hints["routes"]:
                assert hint["refusal"] is None or is_sentence(hint["reason"])
                assert all("text" in event for event in hint["follows"])
            shown = await ann.get(path)
            if shown["status"] == "ended":
                break
        # Sentences name the players, and nothing is left of the notation.
        assert any(text.startswith("Ann ") for text in told)
        assert not any("{" in text for text in told)


@pytest.mark.parametrize("game", ["san-francisco", "old-west", "tidewick"])
def test_everything_has_a_sentence(tmp_path: Path, town: str, game: str) -> None:
    assert town == "tidewick"
    whole_game(tmp_path, game)


@in_loop
async def test_a_reader_may_name_a_language(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, RANDOM)
        path = f"/api/tables/{table}"
        await ann.post(f"{path}/start?language=fi")
        # Rules without words in it answer in English.
        assert (await ann.get(f"{path}?language=fi"))["legal"] == (await ann.get(path))["legal"]
        assert (await ann.refused(f"{path}?language=..", method="GET"))["code"] == "malformed"
        async with ann.watch(table, "language=fi") as socket:
            assert (await socket.next("view"))["table"] == table


@in_loop
async def without_words(folder: Path) -> None:
    async with serving(settings_for(folder)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bea"}, game="tidewick")
        path = f"/api/tables/{table}"
        await ann.post(f"{path}/start")
        chance = Chance("without words")
        async with (
            ann.watch(table, "words=false") as short,
            ann.watch(table, "changes=true") as usual,
        ):
            shown = await short.next("view")
            assert is_sentence(shown["decision"]["text"])
            assert shown["legal"]
            assert {legal["text"] for legal in shown["legal"]} == {None}
            for nth in range(35):
                await play_on(ann, table, (await ann.get(path))["deciding"][0], chance, nth)
                without, full = await short.next("update"), await usual.next("update")
                (entry,), (with_text,) = without["entries"], full["entries"]
                for event, same in zip(entry["events"], with_text["events"], strict=True):
                    assert isinstance(same["text"], str)
                    assert event == {**same, "text": event["text"]}
                    assert event["text"] == (same["text"] if "cat-" in event["type"] else None)
        for query in ("", "?words=false"):
            page = await ann.get(f"{path}/entries{query}")
            events = [event for entry in page["entries"] for event in entry.get("events", [])]
            said = {event["type"].startswith("cat-") for event in events if event["text"]}
            assert said == ({True} if query else {True, False})
            hints = await ann.get(f"{path}/hints{query}")
            follows = [event for hint in hints["routes"] for event in hint["follows"]]
            assert {bool(event["text"]) for event in follows if event["type"] == "cat-rode"} == {
                True
            }
        await ann.post(f"{path}/seats/0/resign")
        _, entries = await replay_of(ann, table, "words=false")
        events = [event for entry in entries for event in entry.get("events", [])]
        assert {event["type"].startswith("cat-") for event in events if event["text"]} == {True}


@pytest.mark.usefixtures("town")
def test_sentences_that_a_client_has_itself_can_be_left_out(tmp_path: Path) -> None:
    without_words(tmp_path)


@in_loop
async def listed(folder: Path) -> None:
    async with serving(settings_for(folder)) as server:
        games = (await server.stranger().get("/api/games"))["games"]
        assert [game["name"] for game in games] == ["san-francisco", "old-west", "tidewick"]
        for game in games[:2]:
            assert game["art"] == game["name"]
            assert game["rulebook"] == game["name"]
            assert game["tutorial"]
            assert is_sentence(game["description"])
        titles = [option["title"] for option in games[1]["options"]]
        assert titles == ["First player", "Alvin the Alien"]
        assert "harbour-cat" in games[2]["rules"]
        assert games[2]["art"] is None
        assert not games[2]["tutorial"]


@pytest.mark.usefixtures("town")
def test_what_a_game_looks_like_is_data(tmp_path: Path) -> None:
    listed(tmp_path)


@in_loop
async def names_listed(folder: Path) -> None:
    async with serving(settings_for(folder)) as server:
        games = (await server.stranger().get("/api/games"))["games"]
        assert [game["name"] for game in games] == ["san-francisco", "old-west"]


def test_a_broken_board_does_not_hide_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.toml").write_text("schema = 1\n")
    monkeypatch.setenv(BOARDS_VARIABLE, str(tmp_path))
    names_listed(tmp_path)
