"""The server's settings: arguments of the command, else files, else the environment, else defaults (docs/server.md)."""

from __future__ import annotations

import os
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SecretsSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from wormgrill.game.errors import quoted

PREFIX = "WORMGRILL_"
SECRETS = Path("/run/secrets")
"""Where containers find files with secrets, unless WORMGRILL_SECRETS_DIR names another folder."""


def _is_public_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError(f"{quoted(url)} is not an address such as https://worms.example.org")
    return f"{parts.scheme}://{parts.netloc}"


def _networks(text: str) -> list[IPv4Network | IPv6Network]:
    return [ip_network(network.strip()) for network in text.split(",") if network.strip()]


def _are_networks(text: str) -> str:
    for network in text.split(","):
        try:
            _networks(network)
        except ValueError:
            raise ValueError(f"{quoted(network.strip())} is not a network such as 10.0.0.0/8") from None
    return text


def _is_local(host: str) -> bool:
    """Whether only this machine reaches a host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _default_database() -> str:
    try:
        return f"sqlite:///{user_data_path('wormgrill') / 'wormgrill.db'}"
    except RuntimeError:  # from platformdirs
        raise ValueError("there is no home folder for the database: say where it is with --database") from None


class Settings(BaseSettings):
    """Everything that can be set; each field is also the variable WORMGRILL_<NAME>, or a file of this name."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

    host: str = Field("127.0.0.1", description="the address to listen on")
    port: int = Field(8421, ge=0, le=65535, description="the port to listen on; 0 takes any free one")
    admin_port: int | None = Field(
        None, ge=0, le=65535, description="the port for operators: /healthz, /readyz and /metrics"
    )
    admin_host: str = Field("127.0.0.1", description="the address to listen on for operators")
    database: str = Field(
        default_factory=_default_database, description="where tables are kept: a URL of SQLite or PostgreSQL"
    )
    public_url: Annotated[str, AfterValidator(_is_public_url)] | None = Field(
        None, description="how people reach the server, such as https://worms.example.org"
    )
    trusted_proxies: Annotated[str, AfterValidator(_are_networks), NoDecode] = Field(
        "", description="addresses or networks, comma-separated, whose X-Forwarded-* headers are believed"
    )
    open_browser: bool = Field(True, description="open the browser at the start, if there is one")
    bot_processes: int = Field(
        max(1, (os.cpu_count() or 2) - 1), ge=1, le=64, description="processes in which the bots think"
    )
    bot_pause_seconds: float = Field(
        0.9, ge=0, le=10, description="how long a bot waits before each move while people look on"
    )
    reveal_seconds: float = Field(
        10, ge=0, le=60, description="how long the first roll waits for what browsers have committed to"
    )
    work_processes: int = Field(2, ge=1, le=64, description="processes for records, replays and other long work")
    work_seconds: float = Field(5, gt=0, le=600, description="how long the processor may work for one piece of it")
    work_megabytes: int = Field(1000, ge=400, description="how much memory such a process may use")
    game_turns: int = Field(500, ge=1, description="the longest game that is replayed from a link or a file")
    requests_per_second: float = Field(50, gt=0, description="requests that one address may make, in the long run")
    requests_at_once: int = Field(400, ge=1, description="requests that one address may make in a burst")
    new_per_minute: float = Field(
        60, gt=0, description="identities and tables that one address may create, in the long run"
    )
    new_at_once: int = Field(120, ge=1, description="identities and tables that one address may create in a burst")
    connections: int = Field(
        10_000, ge=1, description="connections that may be open in all; fewer where the system allows fewer open files"
    )
    connections_per_address: int = Field(
        256, ge=1, description="connections that one address may hold open, unless it is a trusted proxy"
    )
    header_bytes: int = Field(32_768, ge=1024, description="the largest head of a request: its address and headers")
    header_seconds: float = Field(10, gt=0, description="how long a client may take to send the head of a request")
    body_seconds: float = Field(20, gt=0, description="how long a client may take to send the body of a request")
    idle_seconds: int = Field(75, ge=1, description="how long a silent connection is kept for the next request")
    stalled_seconds: float = Field(
        60, gt=0, description="how long a client may read nothing of what waits for it, in a stream too"
    )
    streams_per_address: int = Field(100, ge=1, description="streams that one address may hold open")
    tables_per_person: int = Field(50, ge=1, description="unfinished tables that one person may host")
    body_bytes: int = Field(65_536, ge=1024, description="the largest body of a request that is read")
    log_format: Literal["plain", "json"] = Field(
        "plain", description="how logs are written: plain lines, or json, an object in each line"
    )
    heartbeat_seconds: float = Field(15, gt=0, le=600, description="a silent stream says so often that it lives")
    waiting_days: float = Field(7, gt=0, description="a table that has not started by then is abandoned")
    abandoned_days: float = Field(
        30, gt=0, description="a game without a clock in which nobody has moved for so long is abandoned"
    )
    finished_days: float | None = Field(
        None, gt=0, description="games that ended so long ago are deleted, unless they were imported"
    )
    test_seed: str | None = Field(
        None, description="FOR TESTS ONLY: ids and dice follow from it; refused with a public URL"
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # the library's signature
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # it warns of a folder that is missing
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Take arguments, then files, then the environment, where the container and the service have their defaults."""
        folder = Path(os.environ.get(f"{PREFIX}SECRETS_DIR") or SECRETS)
        if not folder.is_dir() or not os.access(folder, os.R_OK):
            return init_settings, env_settings
        return init_settings, SecretsSettingsSource(settings_cls, folder), env_settings

    @model_validator(mode="after")
    def _no_public_test(self) -> Settings:
        if self.test_seed is not None and self.public_url is not None:
            raise ValueError("test_seed makes the dice predictable: it cannot be used with a public_url")
        return self

    def proxy_networks(self) -> list[IPv4Network | IPv6Network]:
        """The networks of the trusted proxies."""
        return _networks(self.trusted_proxies)

    def missing_proxy(self) -> str | None:
        """A sentence for the operator, if people come through a proxy of which the server has not been told."""
        url = urlsplit(self.public_url or "")
        if self.trusted_proxies or not url.hostname or _is_local(url.hostname):
            return None
        if url.scheme == "https" or _is_local(self.host):
            why = "speaks no TLS" if url.scheme == "https" else f"listens on {self.host} only"
            return (
                f"People reach {self.public_url} through a proxy, because this server itself {why}, but it trusts "
                "none, so that all of them count as one address and share its limits; name the address from which the "
                "proxy connects, such as WORMGRILL_TRUSTED_PROXIES=127.0.0.1."
            )
        if (url.port or 80) == self.port:  # people can reach the server itself
            return None
        return (
            f"If people reach {self.public_url} through a proxy, it has to be trusted, or all of them count as one "
            "address and share its limits; name the address from which it connects, such as "
            "WORMGRILL_TRUSTED_PROXIES=127.0.0.1."
        )

    @property
    def is_secure(self) -> bool:
        """Whether people reach the server by TLS."""
        return self.public_url is not None and self.public_url.startswith("https:")


def read_settings(**arguments: object) -> Settings:
    """The settings of this process; what cannot be used is told in one line (`ValueError`)."""
    given = {name: value for name, value in arguments.items() if value is not None}
    try:
        return Settings.model_validate(Settings(**given))  # type: ignore[arg-type]  # pydantic checks what is given
    except SettingsError as problem:
        raise ValueError(f"{problem}: {problem.__cause__}") from None
    except ValidationError as problem:
        first = problem.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        message = first["msg"].removeprefix("Value error, ")
        raise ValueError(f"{name}: {message}" if name else message) from None
