"""Checks that a host has a public address: never this machine or its own network."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from bot.ingest.own_networks import Network
from bot.messages import N_, UserError, _

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
ListNetworks = Callable[[], Sequence[Network]]

# All of the IPv6 internet. Outside are, among others, those that contain an IPv4 address, which the
# kernel or a router may lead to: mapped (::ffff:0:0/96), compatible (::/96), NAT64 (64:ff9b::/16).
INTERNET = IPv6Network("2000::/3")
# Inside it: 6to4 and Teredo, which contain an IPv4 address too, and documentation.
EXCEPTIONS = (IPv6Network("2002::/16"), IPv6Network("2001::/32"), IPv6Network("3fff::/20"))
REFUSED = N_(
    "{host} is on a private network or this machine, but I only fetch pages from the internet. "
    "Send me the file instead."
)


async def resolve_host(host: str, port: int) -> list[str]:
    """Look up the addresses of a host; numbers in any spelling are addresses already."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


async def find_public_address(
    host: str, port: int, resolve: Resolve, list_own: ListNetworks
) -> str:
    """Return the address to connect to; raise UserError if there is none or one is not public.

    One private address among several is enough to refuse: the owner of a name server chooses which
    one it gives first. `list_own` lists the networks of this machine, which may have a public
    address: its other services trust it, and so may its neighbours.
    """
    try:
        addresses = [ip_address(each.partition("%")[0]) for each in await resolve(host, port)]
    except (OSError, ValueError):  # for an invalid name a UnicodeError, which is a ValueError
        addresses = []
    if not addresses:
        raise UserError(_("I cannot find {host}. Check the address.", host=host))
    own = list_own()
    if any(not is_public(each) or any(each in network for network in own) for each in addresses):
        raise UserError(REFUSED.fill(host=host))
    return str(addresses[0])


def is_public(address: Address) -> bool:
    """Return whether the address is on the internet and contains no other."""
    if isinstance(address, IPv6Address) and address not in INTERNET:
        return False
    if any(address in network for network in EXCEPTIONS):
        return False
    return address.is_global and not address.is_multicast
