"""Renders systemd units: for the owner's user, or hardened with a user of its own.

Both restart a daemon that fails or stops feeding the watchdog (`bot.operations.heartbeat`), but not
one with a wrong configuration, which only a person can change.
"""

import re
from pathlib import Path

from bot.operations.exit_codes import BAD_CONFIGURATION

NAME = "multis.service"
CONTROL = re.compile(r"[\x01-\x1f\x7f]")  # a line feed would begin a line of its own

_SERVICE = """\
[Unit]
Description=multis, a private assistant
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=notify
NotifyAccess=main
ExecStart={command} run
Restart=on-failure
RestartSec=5
RestartPreventExitStatus={bad_configuration}
WatchdogSec=120
TimeoutStartSec=120
TimeoutStopSec=15
UMask=0077
OOMPolicy=continue
"""

_USER = """\
Environment="MULTIS_HOME={home}"
NoNewPrivileges=yes

[Install]
WantedBy=default.target
"""

# OOMPolicy: a parser that the kernel ends for its memory must not take the daemon with it.
# Parsers run in processes of their own and set their own limits. They give way (setpriority) and
# wall themselves in with calls that no group of systemd 252 has, so these are named.
# SystemCallErrorNumber makes a forbidden call fail instead of killing the process.
_SYSTEM = """\
Environment=MULTIS_HOME=%S/multis
DynamicUser=yes
StateDirectory=multis
StateDirectoryMode=0700
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
ProcSubset=pid
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallFilter=setpriority
SystemCallFilter=seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self
SystemCallErrorNumber=EPERM
CapabilityBoundingSet=
MemoryMax=2G
TasksMax=256

[Install]
WantedBy=multi-user.target
"""


def render_user_unit(python: Path, home: Path) -> str:
    """Return the unit for `systemctl --user`, which may read all that its owner may."""
    return _render_service(python) + _USER.format(home=_escape(str(home)))


def render_system_unit(python: Path) -> str:
    """Return the system unit: it sees no home folder and keeps its data in /var/lib/multis."""
    return _render_service(python) + _SYSTEM


def _render_service(python: Path) -> str:
    command = f'"{_escape(str(python))}" -m multis'
    return _SERVICE.format(command=command, bad_configuration=BAD_CONFIGURATION)


def _escape(text: str) -> str:
    """Escape for double quotes, as systemd.syntax(7) says.

    A dollar sign stays as it is: systemd reads variables in arguments only, not in the path of a
    program nor in the value of another variable.
    """
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", quoted)


def escape_path(path: Path) -> str:
    """Escape a path for a setting that takes several, between double quotes where it must be."""
    escaped = _escape(str(path))
    return f'"{escaped}"' if any(each in escaped for each in ' "\\;') else escaped
