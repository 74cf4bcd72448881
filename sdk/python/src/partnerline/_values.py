"""What members of requests and answers are in Python."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Mapping
from datetime import date, datetime, timezone
from typing import Any, Final, TypeVar

T = TypeVar("T")


class Absent(enum.Enum):
    """The type of :data:`ABSENT`."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"

    def __bool__(self) -> bool:
        return False


#: A member that is left out of a request. In a PATCH what is absent stays as it is, and None, null in JSON, clears.
ABSENT: Final = Absent.ABSENT


# What answers have where they lack a time or a date that is always there.
NO_TIME: Final = "0001-01-01T00:00:00Z"
NO_DATE: Final = "0001-01-01"


class OpenEnum(str, enum.Enum):
    """A text with known values. A value beyond them, of a newer API, is kept as it is: its name is its value."""

    @classmethod
    def _missing_(cls, value: object) -> OpenEnum | None:
        if not isinstance(value, str):
            return None
        unknown = str.__new__(cls, value)
        unknown._name_ = value
        unknown._value_ = value
        return unknown

    def __str__(self) -> str:
        return str(self.value)


def time(text: str) -> datetime:
    """A time of RFC 3339. Before 3.11 fromisoformat knows neither Z nor fractions of any length."""
    whole, _, rest = text.replace("Z", "+00:00").replace("z", "+00:00").partition(".")
    if not rest:
        return datetime.fromisoformat(whole)
    digits = len(rest) - len(rest.lstrip("0123456789"))
    return datetime.fromisoformat(f"{whole}.{rest[:digits][:6].ljust(6, '0')}{rest[digits:]}")


def null(convert: Callable[[Any], T], value: Any) -> T | None:
    """A member that may be null."""
    return None if value is None else convert(value)


def each(convert: Callable[[Any], T], values: Any) -> list[T]:
    """A list, null when it is empty in some answers."""
    return [convert(v) for v in values or ()]


def each_value(convert: Callable[[Any], T], values: Any) -> dict[str, T]:
    """A map of texts to values."""
    return {k: convert(v) for k, v in (values or {}).items()}


def to_json(value: Any) -> Any:
    """A value as a request has it, without the members that are absent."""
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(
                f"the time {value.isoformat()} has no time zone: use datetime.now(timezone.utc) or the like"
            )
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        members = {f.metadata.get("json", f.name): getattr(value, f.name) for f in dataclasses.fields(value)}
        return to_json(members)
    if isinstance(value, Mapping):
        return {k: to_json(v) for k, v in value.items() if v is not ABSENT}
    if isinstance(value, (list, tuple)):
        return [to_json(v) for v in value]
    return value


def to_query(members: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Members as parameters of a query; those that are absent or None are left out."""
    pairs: list[tuple[str, str]] = []
    for name, value in to_json(members).items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None:
                pairs.append((name, str(one).lower() if isinstance(one, bool) else str(one)))
    return pairs
