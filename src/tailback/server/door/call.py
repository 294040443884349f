"""An HTTP request as a call."""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.requests import ClientDisconnect, Request

from tailback.server.live.addresses import group
from tailback.server.live.house import House
from tailback.server.service.call import Asked, Call
from tailback.server.service.limits import Limits
from tailback.server.truth.refusal import Refused


class RequestCall(Call):
    def __init__(self, house: House, limits: Limits, request: Request) -> None:
        self.request = request
        address = group(request.client.host) if request.client else ""
        asked = Asked(address, request.path_params, request.query_params, request.headers, self.pieces)
        super().__init__(house, limits, asked)

    async def pieces(self) -> AsyncIterator[bytes]:
        try:
            async for piece in self.request.stream():
                yield piece
        except ClientDisconnect:
            raise Refused("bad_message", 400, params={"reason": "disconnected"}) from None

    async def gone(self) -> bool:
        return await self.request.is_disconnected()
