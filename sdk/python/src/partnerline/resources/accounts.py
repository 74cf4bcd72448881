# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Partner connect that concern accounts."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..enums import SettlementStatusInput, TransactionStatus, TransactionTypeInput
from ..models import (
    AccountBalance,
    Settlement,
    SettlementStatement,
    Transaction,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class AccountsResource:
    """Calls of Partner connect that concern accounts."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def get_balance(
        self,
        ref: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> AccountBalance:
        """Returns what the merchant has, by currency."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/balance",
                args={"ref": ref},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            AccountBalance.from_dict,
        )

    def list_transactions(
        self,
        ref: str,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        type: TransactionTypeInput | str | None = None,
        status: TransactionStatus | str | None = None,
        currency: str | None = None,
        settlement_id: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Iterator[Transaction]:
        """Lists every change of what the merchant has, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/transactions",
                args={"ref": ref},
                query={
                    "from": from_,
                    "to": to,
                    "type": type,
                    "status": status,
                    "currency": currency,
                    "settlement_id": settlement_id,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Transaction.from_dict,
        )

    def list_transactions_page(
        self,
        ref: str,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        type: TransactionTypeInput | str | None = None,
        status: TransactionStatus | str | None = None,
        currency: str | None = None,
        settlement_id: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Transaction]:
        """One page of list_transactions."""
        return self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/transactions",
                args={"ref": ref},
                query={
                    "from": from_,
                    "to": to,
                    "type": type,
                    "status": status,
                    "currency": currency,
                    "settlement_id": settlement_id,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Transaction.from_dict,
        )

    def get_transaction(
        self,
        ref: str,
        transaction_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Transaction:
        """Returns a transaction."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/transactions/{transaction_id}",
                args={"ref": ref, "transaction_id": transaction_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Transaction.from_dict,
        )

    def list_settlements(
        self,
        ref: str,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        status: SettlementStatusInput | str | None = None,
        currency: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Iterator[Settlement]:
        """Lists settlements, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements",
                args={"ref": ref},
                query={
                    "from": from_,
                    "to": to,
                    "status": status,
                    "currency": currency,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Settlement.from_dict,
        )

    def list_settlements_page(
        self,
        ref: str,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        status: SettlementStatusInput | str | None = None,
        currency: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Settlement]:
        """One page of list_settlements."""
        return self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements",
                args={"ref": ref},
                query={
                    "from": from_,
                    "to": to,
                    "status": status,
                    "currency": currency,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Settlement.from_dict,
        )

    def get_settlement(
        self,
        ref: str,
        settlement_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Settlement:
        """Returns a settlement."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements/{settlement_id}",
                args={"ref": ref, "settlement_id": settlement_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Settlement.from_dict,
        )

    def get_settlement_statement(
        self,
        ref: str,
        settlement_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> SettlementStatement:
        """Returns links to the statement of a settlement: a page to read and print, and the same as a CSV file. Whoever
        has a link may read the statement, for 15 minutes; ask again for new ones."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements/{settlement_id}/statement",
                args={"ref": ref, "settlement_id": settlement_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            SettlementStatement.from_dict,
        )

    def list_settlement_transactions(
        self,
        ref: str,
        settlement_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Iterator[Transaction]:
        """Lists the transactions of a settlement, newest first. Their net amounts sum to the settlement's.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements/{settlement_id}/transactions",
                args={"ref": ref, "settlement_id": settlement_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Transaction.from_dict,
        )

    def list_settlement_transactions_page(
        self,
        ref: str,
        settlement_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Transaction]:
        """One page of list_settlement_transactions."""
        return self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements/{settlement_id}/transactions",
                args={"ref": ref, "settlement_id": settlement_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Transaction.from_dict,
        )


class AsyncAccountsResource:
    """Calls of Partner connect that concern accounts, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def get_balance(
        self,
        ref: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> AccountBalance:
        """Returns what the merchant has, by currency."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/balance",
                args={"ref": ref},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            AccountBalance.from_dict,
        )

    def list_transactions(
        self,
        ref: str,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        type: TransactionTypeInput | str | None = None,
        status: TransactionStatus | str | None = None,
        currency: str | None = None,
        settlement_id: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[Transaction]:
        """Lists every change of what the merchant has, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/transactions",
                args={"ref": ref},
                query={
                    "from": from_,
                    "to": to,
                    "type": type,
                    "status": status,
                    "currency": currency,
                    "settlement_id": settlement_id,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Transaction.from_dict,
        )

    async def list_transactions_page(
        self,
        ref: str,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        type: TransactionTypeInput | str | None = None,
        status: TransactionStatus | str | None = None,
        currency: str | None = None,
        settlement_id: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Transaction]:
        """One page of list_transactions."""
        return await self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/transactions",
                args={"ref": ref},
                query={
                    "from": from_,
                    "to": to,
                    "type": type,
                    "status": status,
                    "currency": currency,
                    "settlement_id": settlement_id,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Transaction.from_dict,
        )

    async def get_transaction(
        self,
        ref: str,
        transaction_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Transaction:
        """Returns a transaction."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/transactions/{transaction_id}",
                args={"ref": ref, "transaction_id": transaction_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Transaction.from_dict,
        )

    def list_settlements(
        self,
        ref: str,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        status: SettlementStatusInput | str | None = None,
        currency: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[Settlement]:
        """Lists settlements, newest first.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements",
                args={"ref": ref},
                query={
                    "from": from_,
                    "to": to,
                    "status": status,
                    "currency": currency,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Settlement.from_dict,
        )

    async def list_settlements_page(
        self,
        ref: str,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        status: SettlementStatusInput | str | None = None,
        currency: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Settlement]:
        """One page of list_settlements."""
        return await self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements",
                args={"ref": ref},
                query={
                    "from": from_,
                    "to": to,
                    "status": status,
                    "currency": currency,
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Settlement.from_dict,
        )

    async def get_settlement(
        self,
        ref: str,
        settlement_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Settlement:
        """Returns a settlement."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements/{settlement_id}",
                args={"ref": ref, "settlement_id": settlement_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Settlement.from_dict,
        )

    async def get_settlement_statement(
        self,
        ref: str,
        settlement_id: str,
        *,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> SettlementStatement:
        """Returns links to the statement of a settlement: a page to read and print, and the same as a CSV file. Whoever
        has a link may read the statement, for 15 minutes; ask again for new ones."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements/{settlement_id}/statement",
                args={"ref": ref, "settlement_id": settlement_id},
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            SettlementStatement.from_dict,
        )

    def list_settlement_transactions(
        self,
        ref: str,
        settlement_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[Transaction]:
        """Lists the transactions of a settlement, newest first. Their net amounts sum to the settlement's.

        It reads page after page."""
        return self._client._all(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements/{settlement_id}/transactions",
                args={"ref": ref, "settlement_id": settlement_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            "page_token",
            Transaction.from_dict,
        )

    async def list_settlement_transactions_page(
        self,
        ref: str,
        settlement_id: str,
        *,
        page_size: int | None = None,
        page_token: str | None = None,
        on_behalf_of: str | None = None,
        options: Options | None = None,
    ) -> Page[Transaction]:
        """One page of list_settlement_transactions."""
        return await self._client._page(
            Call(
                api="partner connect",
                method="GET",
                path="/merchants/{ref}/settlements/{settlement_id}/transactions",
                args={"ref": ref, "settlement_id": settlement_id},
                query={
                    "page_size": page_size,
                    "page_token": page_token,
                },
                headers={
                    "On-Behalf-Of": on_behalf_of,
                },
                options=options,
            ),
            Transaction.from_dict,
        )

