"""Client of the Leadwright API."""

from ._send import OMITTED, LeadwrightError
from .client import Leadwright
from .webhook import verify_webhook

__all__ = ["OMITTED", "Leadwright", "LeadwrightError", "verify_webhook"]
