"""Signatures of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
import typing as t

from . import types
from ._send import LeadwrightError

LARGEST_AGE_S = 300


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""


def verify_webhook(body: t.Union[bytes, str], headers: t.Mapping[str, str], secret: str) -> types.WebhookEvent:
    """The event of a webhook's request, once its signature and its age are right.

    body: the raw body, before it is parsed
    secret: of the webhook, whsec_...
    Raises LeadwrightError with the code bad_signature: answer 401.
    """
    raw = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    sent_at = given.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > LARGEST_AGE_S:
        message = "The time of the request is missing, or more than five minutes away"
        raise LeadwrightError("bad_signature", message)
    prefix = "whsec_"
    key = _decode(secret[len(prefix) :] if secret.startswith(prefix) else secret)
    if not key:
        raise LeadwrightError("bad_signature", "The secret must begin with whsec_")
    signed = f"{given.get('webhook-id', '')}.{sent_at}.".encode() + raw
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    for one in given.get("webhook-signature", "").split(" "):
        if one.startswith("v1,") and hmac.compare_digest(_decode(one[3:]), expected):
            return t.cast(types.WebhookEvent, json.loads(raw))
    raise LeadwrightError("bad_signature", "No signature of the request fits the secret")
