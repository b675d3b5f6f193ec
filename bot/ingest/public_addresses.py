"""Which places may be asked for a page: public ones, never this machine or its own network."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from bot.messages import UserError

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]

# Addresses that hold an IPv4 address, to which a router on the way may lead.
TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("2002::/16"))
REFUSED = (
    "{host} is on a private network or this machine, and I fetch pages from the internet only. "
    "Send me the file instead."
)


async def resolve_host(host: str, port: int) -> list[str]:
    """The addresses that a name stands for now; numbers in any spelling are addresses already."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


async def find_public_address(host: str, port: int, resolve: Resolve) -> str:
    """The address to connect to; a `UserError` if there is none, or one that is not public.

    One private address among several is enough to refuse: which of them a name server gives first
    is its owner's choice.
    """
    try:
        addresses = [ip_address(each.partition("%")[0]) for each in await resolve(host, port)]
    except (OSError, ValueError):  # a name that is no name is a UnicodeError, and so a ValueError
        addresses = []
    if not addresses:
        raise UserError(f"I cannot find {host}. Check the address.")
    if not all(map(is_public, addresses)):
        raise UserError(REFUSED.format(host=host))
    return str(addresses[0])


def is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address) and any(address in net for net in TRANSLATED):
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped is None and address.is_global and not address.is_multicast
