"""Who comes second where several want the processor, as far as a system can be told so."""

from __future__ import annotations

import os
import time

# The kernel lets sessions be weighed so often in a tenth of a second: once, for all programs without rights together.
TRIES = 10
PAUSE = 0.12


def lower_session(pid: int, nice: int) -> bool:
    """The session of this process comes after other ones by so much; it must be one of its own. False: it does not.

    Linux may share out the processor among sessions before it looks at what is in them (autogroup). Then `nice` counts
    only within a session, and the humblest process gets as much as all the others, if only its session is another one.
    """
    for _ in range(TRIES):
        try:
            file = os.open(f"/proc/{pid}/autogroup", os.O_WRONLY)
            try:
                os.write(file, b"%d" % nice)
            finally:
                os.close(file)
        except BlockingIOError:
            time.sleep(PAUSE)
        except OSError:
            # Another system, one that does not weigh sessions, or a process that is gone.
            return False
        else:
            return True
    return False
