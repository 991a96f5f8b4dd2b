"""Kinds of fields that several messages have: names, passwords, versions."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from fogline.table.entries import LONGEST_NAME, LONGEST_REMARK
from fogline.table.look_alikes import is_visible


def _printable(text: str) -> str:
    plain = " ".join(text.split())
    if not is_visible(plain) or not plain.isprintable():
        raise ValueError("must contain printable characters")
    return plain


Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_printable)]
Remark = Annotated[str, Field(min_length=1, max_length=LONGEST_REMARK), AfterValidator(_printable)]
Contribution = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
"""Long enough that nobody can guess it from its hash."""
Origin = Annotated[str, Field(pattern=r"^https?://[A-Za-z0-9.:\[\]_-]{1,255}$")]
"""The address at which a client reached the server, as `location.origin` has it."""
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
RequestId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
LinkSecret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{20,64}$")]
Login = Annotated[str, Field(pattern=r"^[a-z0-9_-]{3,24}$")]
Password = Annotated[str, Field(min_length=8, max_length=200)]
LevelName = Annotated[str, Field(max_length=32)]
SeatNumber = Annotated[int, Field(strict=True, ge=0, le=9)]
Version = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
