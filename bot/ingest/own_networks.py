"""Lists the networks that this machine's own interfaces are in, and so every address of its own.

Read by `ioctl` and from /proc: the system unit (`bot.operations.systemd_units`) allows no netlink
socket.
"""

import array
import fcntl
import socket
import struct
from collections.abc import Iterator
from ipaddress import (
    IPv4Address,
    IPv4Interface,
    IPv4Network,
    IPv6Address,
    IPv6Interface,
    IPv6Network,
)
from pathlib import Path

Network = IPv4Network | IPv6Network

IPV6 = Path("/proc/self/net/if_inet6")  # missing where the kernel has no IPv6
# Requests to the kernel, from <linux/sockios.h>.
SIOCGIFCONF, SIOCGIFDSTADDR, SIOCGIFNETMASK = 0x8912, 0x8917, 0x891B
IFCONF = struct.Struct("iP")  # bytes of a buffer, and where it is
# `struct ifreq` with an IPv4 address; its union is 16 bytes where a pointer has four, else 24.
IFREQ = struct.Struct("16sHH4s8x" if struct.calcsize("P") == 4 else "16sHH4s16x")


def list_own_networks() -> list[Network]:
    """List the networks of all interfaces as they are now, and the peers of direct links."""
    return [*_list_ipv4(), *_list_ipv6()]


def _list_ipv4() -> Iterator[IPv4Network]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as kernel:
        for request in _list_interfaces(kernel):
            mask = _read_address(fcntl.ioctl(kernel, SIOCGIFNETMASK, request))
            peer = _read_address(fcntl.ioctl(kernel, SIOCGIFDSTADDR, request))
            yield IPv4Interface(f"{_read_address(request)}/{mask}").network
            yield IPv4Network(peer)


def _list_interfaces(kernel: socket.socket) -> Iterator[bytes]:
    """Yield a `struct ifreq` for each IPv4 address of this machine."""
    length, _address = IFCONF.unpack(fcntl.ioctl(kernel, SIOCGIFCONF, IFCONF.pack(0, 0)))
    room = array.array("B", bytes(length + IFREQ.size))
    asked = IFCONF.pack(len(room), room.buffer_info()[0])
    length, _address = IFCONF.unpack(fcntl.ioctl(kernel, SIOCGIFCONF, asked))
    found = room.tobytes()[:length]
    return (found[at : at + IFREQ.size] for at in range(0, length, IFREQ.size))


def _read_address(request: bytes) -> IPv4Address:
    return IPv4Address(IFREQ.unpack(request)[3])


def _list_ipv6() -> Iterator[IPv6Network]:
    try:
        lines = IPV6.read_text(encoding="ascii").splitlines()
    except FileNotFoundError:
        return
    for address, _interface, prefix, *_rest in map(str.split, lines):
        own = IPv6Address(int(address, 16))
        yield IPv6Interface(f"{own}/{int(prefix, 16)}").network
