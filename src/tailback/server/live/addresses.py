"""Whom an address stands for, as far as people can be told apart by it."""

from __future__ import annotations

import ipaddress
from functools import lru_cache


def group(address: str) -> str:
    """Whom an address stands for: behind IPv6 one household has a whole network of them.

    >>> group("192.0.2.7"), group("2001:db8:1:2:3:4:5:6"), group("::ffff:192.0.2.7"), group("testclient")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7', 'testclient')
    """
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(found) >> 64 << 64))


@lru_cache(maxsize=1000)
def network(group: str) -> str:
    """The network that a household is in; empty where an address says nothing of that.

    >>> network("2001:db8:1:2::"), network("192.0.2.7")
    ('2001:db8:1::/48', '')
    """
    if ":" not in group:
        return ""
    try:
        return f"{ipaddress.IPv6Address(int(ipaddress.IPv6Address(group)) >> 80 << 80)}/48"
    except ValueError:
        return ""
