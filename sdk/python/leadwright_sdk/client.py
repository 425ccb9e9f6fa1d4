"""The client: the calls of the API, and what takes several of them."""

from __future__ import annotations

import http.client
import os
import time
import typing as t

from . import api, types
from ._send import LeadwrightError, Sender

LARGEST_PAGE = 200


class Runs(api.RunsArea):
    def wait(
        self,
        id: int,
        on_progress: t.Optional[t.Callable[[types.Run], t.Any]] = None,
        every: float = 1.0,
    ) -> types.Run:
        """Waits until a run has ended. `every` is in seconds. Raises LeadwrightError run_failed if it failed."""
        while True:
            run = self.show(id=id)["data"]
            if on_progress:
                on_progress(run)
            if run["state"] == "failed":
                error = run["error"]
                message = error["message"] if error else f"Run {id} failed"
                raise LeadwrightError("run_failed", message, details={"run": run})
            if run["finished_at"]:
                return run
            time.sleep(every)


class Uploads(api.UploadsArea):
    def send(self, path: t.Union[str, "os.PathLike[str]"], name: t.Optional[str] = None) -> types.Upload:
        """Uploads a file in chunks; its id is the upload_id of other calls."""
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            upload = self.create(name=name or os.path.basename(path), size=size)["data"]
            while not upload["complete"]:
                file.seek(upload["offset"])
                chunk = file.read(upload["chunk_size"])
                upload = self.append(id=upload["id"], offset=upload["offset"], body=chunk)["data"]
        return upload


class Files(api.FilesArea):
    def open(self, ticket: t.Mapping[str, t.Any]) -> http.client.HTTPResponse:
        """The file of a ticket, such as exports.create returns: read it like an open file."""
        return self.download(ticket=str(ticket["url"]).rsplit("/", 1)[-1])


class Leadwright(api.Api):
    """Calls one server.

    url: address of the server, such as https://leads.example.com
    key: an API key (Profile settings, API keys)
    retries: how often a call is repeated after 429, 502, 503, 504 or a lost connection, where that does no harm
    timeout: seconds without an answer after which an attempt is given up
    """

    runs: Runs
    uploads: Uploads
    files: Files

    def __init__(self, url: str, key: str, retries: int = 4, timeout: float = 60.0) -> None:
        sender = Sender(url, key, retries, timeout)
        super().__init__(sender)
        self.runs = Runs(sender)
        self.uploads = Uploads(sender)
        self.files = Files(sender)

    def each(self, method: t.Callable[..., t.Any], **values: t.Any) -> t.Iterator[t.Any]:
        """All records of a call that returns pages: client.each(client.lists.index, search="bakery").

        Where the list has a cursor, each record that is there throughout comes exactly once, also while others come
        and go.
        """
        values.setdefault("limit", LARGEST_PAGE)
        at: t.Dict[str, t.Any] = {"page": 1}
        page, seen = 1, 0
        while True:
            reply = method(**at, **values)
            yield from reply["data"]
            seen += len(reply["data"])
            if "next_cursor" in reply:
                if reply["next_cursor"] is None:
                    return
                at = {"cursor": reply["next_cursor"]}
            elif not reply["data"] or seen >= reply["total"]:
                return
            else:
                page += 1
                at = {"page": page}
