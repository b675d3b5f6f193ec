"""The guest's other units: the fake Bot API, and the driver of the checks."""

FAKE = """\
[Service]
WorkingDirectory=/opt/multis/app
ExecStart=/bin/sh -c 'exec /opt/multis/bin/python -m tests.adapters.fake_bot_api --port 8081 > /run/fake.json'
"""  # noqa: E501 - one line of a unit

DRIVE = """\
[Unit]
After=basic.target systemd-logind.service
[Service]
Type=oneshot
TimeoutStartSec=infinity
ExecStart=/bin/sh /opt/multis/drive.sh
[Install]
WantedBy=multi-user.target
"""

# The unit has 120 seconds, which would be long to wait for.
QUICKLY = """\
[Service]
WatchdogSec=30
"""

CONFIG = {
    "owner_ids": ["telegram:7"],
    "rate_limit": {"burst_per_minute": 0, "daily_per_sender": 0},
    "platforms": {
        "telegram": {
            "enabled": True,
            "bot_token": "123:test-token",
            "base_url": "http://127.0.0.1:8081/bot",
            "base_file_url": "http://127.0.0.1:8081/file/bot",
        },
        "web": {"enabled": True},
    },
}
