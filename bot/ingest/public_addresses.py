"""Checks that a host has a public address: never this machine or its own network."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from bot.messages import N_, UserError, _

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]

# These contain an IPv4 address, to which a router on the way may lead.
TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("2002::/16"))
REFUSED = N_(
    "{host} is on a private network or this machine, but I only fetch pages from the internet. "
    "Send me the file instead."
)


async def resolve_host(host: str, port: int) -> list[str]:
    """Look up the addresses of a host; numbers in any spelling are addresses already."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


async def find_public_address(host: str, port: int, resolve: Resolve) -> str:
    """Return the address to connect to; raise UserError if there is none or one is not public.

    One private address among several is enough to refuse: the owner of a name server chooses which
    one it gives first.
    """
    try:
        addresses = [ip_address(each.partition("%")[0]) for each in await resolve(host, port)]
    except (OSError, ValueError):  # for an invalid name a UnicodeError, which is a ValueError
        addresses = []
    if not addresses:
        raise UserError(_("I cannot find {host}. Check the address.", host=host))
    if not all(map(is_public, addresses)):
        raise UserError(REFUSED.fill(host=host))
    return str(addresses[0])


def is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address) and any(address in net for net in TRANSLATED):
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped is None and address.is_global and not address.is_multicast
