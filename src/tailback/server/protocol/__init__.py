"""Every message between server and clients. Schemas, TypeScript types and the reference come from here.

HTTP carries tables, seats, replays and files; one WebSocket per device carries play. On the socket
the device speaks first (`hello`), everything it sends is answered with the same `id`, and what
happens at the table arrives as `update`, numbered by `v` without gaps.
"""

from tailback.server.protocol.faces import *  # noqa: F403
from tailback.server.protocol.http import *  # noqa: F403
from tailback.server.protocol.socket import *  # noqa: F403
