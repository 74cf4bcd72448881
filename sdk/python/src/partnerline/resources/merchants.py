# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Partner connect that concern merchants."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..enums import DelegationStatus, MerchantStatusInput
from ..models import (
    Delegation,
    Merchant,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class MerchantsResource:
    """Calls of Partner connect that concern merchants."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def list(
        self,
        *,
        status: MerchantStatusInput | str | None = None,
        channel: str | None = None,
        delegation_status: DelegationStatus | str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Iterator[Merchant]:
        """Lists the merchants of the key's channels, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants",
                query={
                    "status": status,
                    "channel": channel,
                    "delegation_status": delegation_status,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            "page_token",
            Merchant.from_dict,
        )

    def list_page(
        self,
        *,
        status: MerchantStatusInput | str | None = None,
        channel: str | None = None,
        delegation_status: DelegationStatus | str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Page[Merchant]:
        """One page of list."""
        return self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants",
                query={
                    "status": status,
                    "channel": channel,
                    "delegation_status": delegation_status,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            Merchant.from_dict,
        )

    def get(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> Merchant:
        """Returns a merchant."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}",
                args={"ref": ref},
                options=options,
            ),
            Merchant.from_dict,
        )

    def get_delegation(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> Delegation:
        """Returns what the merchant lets the partner do. Its status is `none` until the channel agreement is signed."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/delegation",
                args={"ref": ref},
                options=options,
            ),
            Delegation.from_dict,
        )


class AsyncMerchantsResource:
    """Calls of Partner connect that concern merchants, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    def list(
        self,
        *,
        status: MerchantStatusInput | str | None = None,
        channel: str | None = None,
        delegation_status: DelegationStatus | str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[Merchant]:
        """Lists the merchants of the key's channels, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants",
                query={
                    "status": status,
                    "channel": channel,
                    "delegation_status": delegation_status,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            "page_token",
            Merchant.from_dict,
        )

    async def list_page(
        self,
        *,
        status: MerchantStatusInput | str | None = None,
        channel: str | None = None,
        delegation_status: DelegationStatus | str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        options: Options | None = None,
    ) -> Page[Merchant]:
        """One page of list."""
        return await self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants",
                query={
                    "status": status,
                    "channel": channel,
                    "delegation_status": delegation_status,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                options=options,
            ),
            Merchant.from_dict,
        )

    async def get(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> Merchant:
        """Returns a merchant."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}",
                args={"ref": ref},
                options=options,
            ),
            Merchant.from_dict,
        )

    async def get_delegation(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> Delegation:
        """Returns what the merchant lets the partner do. Its status is `none` until the channel agreement is signed."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/delegation",
                args={"ref": ref},
                options=options,
            ),
            Delegation.from_dict,
        )

