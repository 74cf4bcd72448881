# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Calls of Partner connect that concern documents."""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator
from typing import IO, TYPE_CHECKING, Any

from .. import _values
from .._core import Call, Options, Page
from .._values import ABSENT, Absent
from ..models import (
    Document,
    UploadDocumentResult,
)

if TYPE_CHECKING:
    from .._client import AsyncPartnerline, Partnerline


class DocumentsResource:
    """Calls of Partner connect that concern documents."""

    def __init__(self, client: Partnerline) -> None:
        self._client = client

    def upload(
        self,
        ref: str,
        *,
        file: bytes | IO[bytes],
        filename: str,
        document_type: str | None | Absent = ABSENT,
        subject: str | None | Absent = ABSENT,
        document_id: str | None | Absent = ABSENT,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> UploadDocumentResult:
        """Stores one file of at most 5 242 880 bytes: pdf, png, jpg, jpeg or tiff, by name and by content. The body is
        multipart/form-data with a part `file`, or JSON with `content_base64` and `filename`; `document_type` and
        `subject`, or `document_id` of a required document, identify it. 201."""
        return self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding/{ref}/documents",
                args={"ref": ref},
                body={
                    "document_type": document_type,
                    "subject": subject,
                    "document_id": document_id,
                },
                file=file,
                filename=filename,
                keyed=True,
                headers={
                    "If-Match": if_match,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            UploadDocumentResult.from_dict,
        )

    def list(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> builtins.list[Document]:
        """Lists what was uploaded, oldest first."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding/{ref}/documents",
                args={"ref": ref},
                options=options,
            ),
            lambda answer: _values.each(Document.from_dict, answer["data"]),
        )

    def get(
        self,
        ref: str,
        document_id: str,
        *,
        options: Options | None = None,
    ) -> Document:
        """Describes one document; its content cannot be downloaded."""
        return self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding/{ref}/documents/{document_id}",
                args={"ref": ref, "document_id": document_id},
                options=options,
            ),
            Document.from_dict,
        )

    def delete(
        self,
        ref: str,
        document_id: str,
        *,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> None:
        """Erases a document that is not accepted and not attached to a live invitation: 204."""
        self._client._call_without_result(
            Call(
                api="partner connect",
                method="DELETE",
                path="/onboarding/{ref}/documents/{document_id}",
                args={"ref": ref, "document_id": document_id},
                headers={
                    "If-Match": if_match,
                },
                options=options,
            )
        )


class AsyncDocumentsResource:
    """Calls of Partner connect that concern documents, to be awaited."""

    def __init__(self, client: AsyncPartnerline) -> None:
        self._client = client

    async def upload(
        self,
        ref: str,
        *,
        file: bytes | IO[bytes],
        filename: str,
        document_type: str | None | Absent = ABSENT,
        subject: str | None | Absent = ABSENT,
        document_id: str | None | Absent = ABSENT,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        options: Options | None = None,
    ) -> UploadDocumentResult:
        """Stores one file of at most 5 242 880 bytes: pdf, png, jpg, jpeg or tiff, by name and by content. The body is
        multipart/form-data with a part `file`, or JSON with `content_base64` and `filename`; `document_type` and
        `subject`, or `document_id` of a required document, identify it. 201."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="POST",
                path="/onboarding/{ref}/documents",
                args={"ref": ref},
                body={
                    "document_type": document_type,
                    "subject": subject,
                    "document_id": document_id,
                },
                file=file,
                filename=filename,
                keyed=True,
                headers={
                    "If-Match": if_match,
                    "Idempotency-Key": idempotency_key,
                },
                options=options,
            ),
            UploadDocumentResult.from_dict,
        )

    async def list(
        self,
        ref: str,
        *,
        options: Options | None = None,
    ) -> builtins.list[Document]:
        """Lists what was uploaded, oldest first."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding/{ref}/documents",
                args={"ref": ref},
                options=options,
            ),
            lambda answer: _values.each(Document.from_dict, answer["data"]),
        )

    async def get(
        self,
        ref: str,
        document_id: str,
        *,
        options: Options | None = None,
    ) -> Document:
        """Describes one document; its content cannot be downloaded."""
        return await self._client._call(
            Call(
                api="partner connect",
                method="GET",
                path="/onboarding/{ref}/documents/{document_id}",
                args={"ref": ref, "document_id": document_id},
                options=options,
            ),
            Document.from_dict,
        )

    async def delete(
        self,
        ref: str,
        document_id: str,
        *,
        if_match: str | None = None,
        options: Options | None = None,
    ) -> None:
        """Erases a document that is not accepted and not attached to a live invitation: 204."""
        await self._client._call_without_result(
            Call(
                api="partner connect",
                method="DELETE",
                path="/onboarding/{ref}/documents/{document_id}",
                args={"ref": ref, "document_id": document_id},
                headers={
                    "If-Match": if_match,
                },
                options=options,
            )
        )

