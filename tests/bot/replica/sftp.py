"""An SFTP server on loopback, which serves one folder to one key."""

import os
import socket
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import paramiko
from paramiko import SFTPAttributes, SFTPHandle, SFTPServer, SFTPServerInterface, common
from paramiko.sftp import SFTP_OK


class _Door(paramiko.ServerInterface):
    def __init__(self, key: paramiko.PKey) -> None:
        self._key = key

    def get_allowed_auths(self, _username: str) -> str:
        return "publickey"

    def check_auth_publickey(self, username: str, key: paramiko.PKey) -> int:
        known = username == "multis" and key == self._key
        return common.AUTH_SUCCESSFUL if known else common.AUTH_FAILED

    def check_channel_request(self, kind: str, _chanid: int) -> int:
        wanted = kind == "session"
        return common.OPEN_SUCCEEDED if wanted else common.OPEN_FAILED_ADMINISTRATIVELY_PROHIBITED


class _Handle(SFTPHandle):
    def __init__(self, flags: int, number: int) -> None:
        super().__init__(flags)
        mode = "rb+" if flags & os.O_RDWR else "wb" if flags & os.O_WRONLY else "rb"
        self.readfile = self.writefile = os.fdopen(number, mode)

    def stat(self) -> SFTPAttributes:
        return SFTPAttributes.from_stat(os.fstat(self.readfile.fileno()))


class _Folder(SFTPServerInterface):
    """The folder named `root`, in which paths with and without a slash begin."""

    root = Path()

    def _find(self, path: str) -> str:
        return str(self.root) + self.canonicalize(path)

    def list_folder(self, path: str) -> list[SFTPAttributes] | int:
        try:
            names = os.listdir(self._find(path))
        except OSError as error:
            return SFTPServer.convert_errno(error.errno or 0)
        return [
            SFTPAttributes.from_stat(os.stat(os.path.join(self._find(path), name)), name)
            for name in names
        ]

    def stat(self, path: str) -> SFTPAttributes | int:
        try:
            return SFTPAttributes.from_stat(os.stat(self._find(path)))
        except OSError as error:
            return SFTPServer.convert_errno(error.errno or 0)

    lstat = stat

    def open(self, path: str, flags: int, _attr: SFTPAttributes) -> SFTPHandle | int:
        try:
            number = os.open(self._find(path), flags, 0o600)
        except OSError as error:
            return SFTPServer.convert_errno(error.errno or 0)
        return _Handle(flags, number)

    def _do(self, work: str, *paths: str) -> int:
        try:
            getattr(os, work)(*map(self._find, paths))
        except OSError as error:
            return SFTPServer.convert_errno(error.errno or 0)
        return SFTP_OK

    def remove(self, path: str) -> int:
        return self._do("remove", path)

    def rename(self, oldpath: str, newpath: str) -> int:
        return self._do("rename", oldpath, newpath)

    def posix_rename(self, oldpath: str, newpath: str) -> int:
        return self._do("replace", oldpath, newpath)

    def mkdir(self, path: str, _attr: SFTPAttributes) -> int:
        return self._do("mkdir", path)

    def rmdir(self, path: str) -> int:
        return self._do("rmdir", path)

    def chattr(self, _path: str, _attr: SFTPAttributes) -> int:
        return SFTP_OK


class SftpServerThread:
    """Serves until the context ends; `host_key` is as `ssh-keyscan` prints it, without a name."""

    def __init__(self, root: Path) -> None:
        root.mkdir(parents=True)
        self._root = root
        self._key = paramiko.ECDSAKey.generate()
        mine = paramiko.ECDSAKey.generate()
        self.client_key = root.parent / f"{root.name}.key"
        mine.write_private_key_file(str(self.client_key))
        self._mine = mine
        self.host_key = f"{self._key.get_name()} {self._key.get_base64()}"
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._transports: list[paramiko.Transport] = []

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for each in self._transports:
            each.close()

    def _accept(self) -> None:
        served = type("Served", (_Folder,), {"root": self._root})
        with suppress(OSError):  # closed
            while True:
                connection, _address = self._listening.accept()
                transport = paramiko.Transport(connection)
                self._transports.append(transport)
                transport.add_server_key(self._key)
                transport.set_subsystem_handler("sftp", SFTPServer, served)
                with suppress(paramiko.SSHException, EOFError):
                    transport.start_server(server=_Door(self._mine))
