"""Sends calls with the standard library: repeats, errors and replies."""

from __future__ import annotations

import http.client
import json
import random
import time
import typing as t
import urllib.error
import urllib.parse
import urllib.request
import uuid

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 60.0
PASSING = frozenset({429, 502, 503, 504})


class Omitted:
    """The default of optional values: the value is not sent, which differs from None."""

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED = Omitted()


class LeadwrightError(Exception):
    """Every failure of a call. The message says what to do.

    code: a code of the API, such as insufficient_credits, or unreachable, bad_reply, bad_signature, run_failed
    status: HTTP status; 0 if there was no reply
    fields: messages by field, if fields were wrong
    request_id: for questions to the operator of the server
    """

    def __init__(
        self,
        code: str,
        message: str,
        status: int = 0,
        fields: t.Optional[t.Dict[str, str]] = None,
        details: t.Optional[t.Dict[str, t.Any]] = None,
        request_id: t.Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.fields = fields or {}
        self.details = details or {}
        self.request_id = request_id


class Call(t.NamedTuple):
    """How an operation is called. `body` is None, fields, whole or bytes; `reply` is json, stream or file."""

    method: str
    path: str
    query: t.FrozenSet[str] = frozenset()
    body: t.Optional[str] = None
    reply: str = "json"
    is_public: bool = False
    takes_key: bool = False
    is_repeatable: bool = False


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: t.Any, **_named: t.Any) -> None:
        return None


def _read_error(reply: urllib.error.HTTPError) -> LeadwrightError:
    try:
        body = json.loads(reply.read())
        return LeadwrightError(
            body["code"],
            body["message"],
            reply.code,
            body.get("fields"),
            body.get("details"),
            body.get("request_id"),
        )
    except (ValueError, KeyError, TypeError):
        message = f"The server answered with status {reply.code} and no message. Is the address right?"
        return LeadwrightError(f"http_{reply.code}", message, reply.code)


def _wait_after(attempt: int, asked: t.Optional[str]) -> float:
    """Seconds before the next attempt: as the server says, otherwise twice as long each time."""
    try:
        return max(0.0, float(asked or ""))
    except ValueError:
        return FIRST_WAIT_S * 2**attempt * random.uniform(0.75, 1.25)


def _text(value: t.Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _make_path(path: str, values: t.Dict[str, t.Any], query: t.Dict[str, t.Any]) -> str:
    for name, value in values.items():
        path = path.replace("{" + name + "}", urllib.parse.quote(_text(value), safe=""))
    pairs = [
        (name, _text(one))
        for name, value in query.items()
        for one in (value if isinstance(value, (list, tuple)) else [value])
        if one is not None
    ]
    return f"{path}?{urllib.parse.urlencode(pairs)}" if pairs else path


class Sender:
    """Calls one server with one key."""

    def __init__(self, url: str, key: str, retries: int, timeout: float) -> None:
        if not url.startswith(("https://", "http://")):
            raise ValueError("url must begin with https:// or http://")
        if not key:
            raise ValueError("key is missing: create one under Profile settings, API keys")
        self.url = url.rstrip("/")
        self._key = key
        self._retries = retries
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def call(self, call: Call, values: t.Dict[str, t.Any], idempotency_key: t.Optional[str] = None) -> t.Any:
        """The reply: its JSON, the values of a stream, or an open file. Raises LeadwrightError."""
        given = {name: value for name, value in values.items() if value is not OMITTED}
        in_path = {name: value for name, value in given.items() if "{" + name + "}" in call.path}
        rest = {name: value for name, value in given.items() if name not in in_path}
        in_query = {name for name in rest if not call.body or name in call.query}
        query = {name: rest[name] for name in rest if name in in_query}
        body = {name: rest[name] for name in rest if name not in in_query}
        headers = {"Accept": "application/json", "User-Agent": "leadwright-sdk-python"}
        if not call.is_public:
            headers["Authorization"] = f"Bearer {self._key}"
        if call.takes_key:
            # The same for each attempt, so that the effect happens once.
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        data: t.Optional[bytes] = None
        if call.body == "bytes":
            data = body["body"]
            headers["Content-Type"] = "application/octet-stream"
        elif call.body:
            data = json.dumps(body["body"] if call.body == "whole" else body).encode()
            headers["Content-Type"] = "application/json"
        address = self.url + _make_path(call.path, in_path, query)
        request = urllib.request.Request(address, data, headers, method=call.method)
        return self._read(call, self._send(request, call.is_repeatable or call.takes_key))

    def _send(self, request: urllib.request.Request, is_repeatable: bool) -> http.client.HTTPResponse:
        retries = self._retries if is_repeatable else 0
        attempt = 0
        while True:
            asked: t.Optional[str] = None
            try:
                return t.cast(http.client.HTTPResponse, self._opener.open(request, timeout=self._timeout))
            except urllib.error.HTTPError as reply:
                error = _read_error(reply)
                asked = reply.headers.get("Retry-After")
                may_pass = reply.code in PASSING or error.code == "in_progress"
            except (OSError, http.client.HTTPException) as cause:
                reason = getattr(cause, "reason", cause)
                error = LeadwrightError("unreachable", f"Cannot reach {self.url}: {reason}")
                may_pass = True
            wait = _wait_after(attempt, asked)
            if attempt >= retries or not may_pass or wait > LONGEST_WAIT_S:
                raise error
            time.sleep(wait)
            attempt += 1

    def _read(self, call: Call, reply: http.client.HTTPResponse) -> t.Any:
        if call.reply == "file":
            return reply
        if call.reply == "stream":
            return self._read_stream(reply)
        with reply:
            text = reply.read()
        try:
            return json.loads(text) if text else None
        except ValueError:
            message = f"{self.url} answered with something else than JSON. Is the address right?"
            raise LeadwrightError("bad_reply", message, reply.status) from None

    def _read_stream(self, reply: http.client.HTTPResponse) -> t.Iterator[t.Any]:
        with reply:
            for line in reply:
                if line.strip():
                    yield json.loads(line)


class Area:
    """Calls of one area."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
