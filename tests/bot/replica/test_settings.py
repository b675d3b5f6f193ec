"""The address of a replica is understood, or refused with a sentence that says how it should be."""

from dataclasses import replace

import pytest

from bot.messages import UserError
from bot.replica.litestream import build_environment, build_replica
from bot.replica.settings import Address, ReplicaSettings, parse_address

SFTP = ReplicaSettings(key_file="~/.ssh/id", host_key="host.example ssh-ed25519 AAAA")


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("file:///srv/copy/", Address("file", "", "/srv/copy")),
        ("s3://Bucket/my/home", Address("s3", "Bucket", "my/home")),
        ("s3://bucket", Address("s3", "bucket", "")),
        ("sftp://me@host.example/copies", Address("sftp", "host.example", "copies", "me")),
        ("sftp://me@host.example:2222/a%20b", Address("sftp", "host.example", "a b", "me", 2222)),
    ],
)
def test_an_address_is_understood(url: str, address: Address) -> None:
    assert parse_address(replace(SFTP, url=url)) == address


@pytest.mark.parametrize(
    "url",
    [
        *("", "/srv/copy", "file://", "file:copy", "file://host/copy", "ftp://host/x", "s3:///x"),
        *("s3://bucket:80/x", "s3://key@bucket/x", "sftp://me:word@host/x", "sftp://me@host:x/y"),
        *("s3://bucket/x?endpoint=http://evil", "sftp:///x", "http://[::1"),
    ],
)
def test_another_address_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(UserError, match=r"replica\.url is .*It should be") as refused:
        parse_address(replace(SFTP, url=url))
    assert "word" not in str(refused.value).partition("It should")[0]


@pytest.mark.parametrize("lacking", [replace(SFTP, key_file=""), replace(SFTP, host_key="")])
def test_sftp_needs_a_key_and_that_of_the_server(lacking: ReplicaSettings) -> None:
    with pytest.raises(UserError, match="ssh-keyscan -t ed25519 host"):
        parse_address(replace(lacking, url="sftp://me@host/x"))


def test_keys_stand_in_the_environment_only() -> None:
    settings = ReplicaSettings(
        url="s3://bucket/x", access_key_id="my key", secret_access_key="my secret"
    )
    assert "my " not in str(build_replica(settings, parse_address(settings)))
    environment = build_environment(
        settings, {"MULTIS_LLM__API_KEY": "x", "PATH": "/bin", "AWS_CA_BUNDLE": "/ca"}
    )
    assert environment == {
        "PATH": "/bin",
        "SSL_CERT_FILE": "/ca",
        "AWS_ACCESS_KEY_ID": "my key",
        "AWS_SECRET_ACCESS_KEY": "my secret",
    }
    assert "my secret" not in repr(settings)
