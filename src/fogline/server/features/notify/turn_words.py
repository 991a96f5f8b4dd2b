"""The words of turn notifications, in the languages of the client."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.core.text.words import ENGLISH


@dataclass(frozen=True, slots=True)
class TurnWords:
    """The texts in one language; `{game}` and `{link}` are filled in."""

    turn: str
    body: str
    stop: str
    confirm: str
    confirm_body: str


WORDS = {
    "en": TurnWords(
        turn="Your turn",
        body="It is your turn in {game}.",
        stop="You asked for these messages. To stop them, open your account:",
        confirm="Confirm your address",
        confirm_body="Somebody, probably you, wants to be told by e-mail when it is their turn. "
        "Open this link within a day to confirm it. Otherwise, ignore this message.",
    ),
    "fi": TurnWords(
        turn="Sinun vuorosi",
        body="On sinun vuorosi pelissä {game}.",
        stop="Olet tilannut nämä viestit. Voit lopettaa ne tilisi sivulla:",
        confirm="Vahvista osoitteesi",
        confirm_body="Joku, luultavasti sinä, haluaa tiedon sähköpostitse, kun on hänen vuoronsa. "
        "Vahvista avaamalla tämä linkki vuorokauden kuluessa. Muuten jätä viesti huomiotta.",
    ),
    "pl": TurnWords(
        turn="Twoja kolej",
        body="Twoja kolej w grze {game}.",
        stop="Te wiadomości są wysyłane na Twoją prośbę. Możesz je wyłączyć na swoim koncie:",
        confirm="Potwierdź swój adres",
        confirm_body="Ktoś, prawdopodobnie Ty, chce dostawać e-mail, gdy nadejdzie jego kolej. "
        "Aby to potwierdzić, otwórz ten link w ciągu doby. W przeciwnym razie zignoruj tę "
        "wiadomość.",
    ),
    "da": TurnWords(
        turn="Din tur",
        body="Det er din tur i {game}.",
        stop="Du har bedt om disse beskeder. Du kan slå dem fra på din konto:",
        confirm="Bekræft din adresse",
        confirm_body="Nogen, formentlig dig, vil have besked på e-mail, når det er deres tur. "
        "Åbn dette link inden for et døgn for at bekræfte det. Ellers kan du se bort fra beskeden.",
    ),
    "nl": TurnWords(
        turn="Jij bent aan de beurt",
        body="Je bent aan de beurt in {game}.",
        stop="Je hebt om deze berichten gevraagd. Je kunt ze uitzetten bij je account:",
        confirm="Bevestig je adres",
        confirm_body="Iemand, waarschijnlijk jij, wil per e-mail bericht krijgen bij zijn beurt. "
        "Open deze link binnen een dag om dat te bevestigen. Negeer dit bericht anders.",
    ),
}


def words_in(language: str) -> TurnWords:
    """Return the texts of a language, or the English ones."""
    return WORDS.get(language, WORDS[ENGLISH])
