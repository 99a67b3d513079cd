"""A working day with the client that openapi-python-client generates from the document. VITRINE is the server, VITRINE_EMAIL and
_PASSWORD who asks."""

import io
import os

import httpx
from vitrine_client import AuthenticatedClient, Client, models
from vitrine_client.api.content import (
    download_link,
    entry_list,
    entry_remove,
    entry_rename,
    entry_show,
    file_prepare,
    folder_create,
    repository_list,
    search,
)
from vitrine_client.api.core import list_applications, login, send_share_message
from vitrine_client.api.file import file_upload
from vitrine_client.types import File

HERE = os.environ["VITRINE"]


def told(answer):
    """The data of the answer, or its error message."""
    if answer is None or isinstance(answer, models.Problem):
        raise SystemExit(f"refused: {getattr(answer, 'message', answer)}")
    return answer


who = models.LoginRequest(email=os.environ["VITRINE_EMAIL"], password=os.environ["VITRINE_PASSWORD"])
token = told(login.sync(client=Client(HERE), body=who)).token
api = AuthenticatedClient(HERE, token=token)

applications = told(list_applications.sync(client=api)).items
app = next(one.application_instance_id for one in applications if one.application_key == "content")
top = told(repository_list.sync(app, client=api)).items[0].node_id

folder = told(folder_create.sync(app, client=api, body=models.NewFolder(folder_parent_id=top, name="A day of Python")))
wanted = models.Preparation(folder_parent_id=folder.node_id, filename="poster.txt", size=6)
prepared = told(file_prepare.sync(app, client=api, body=wanted))
body = models.UploadBody(
    parent_id=prepared.parent_external_id,
    node_id=prepared.node_id,
    file_name=prepared.name,
    callback=prepared.callback,
    raw_data=File(payload=io.BytesIO(b"poster"), file_name=prepared.name, mime_type="text/plain"),
)
told(file_upload.sync(client=api, body=body))

assert told(entry_show.sync(app, prepared.node_id, client=api)).size == 6
assert [one.name for one in told(entry_list.sync(app, folder.node_id, client=api)).items] == ["poster.txt"]
assert told(entry_rename.sync(app, prepared.node_id, client=api, body=models.NewName(name="placard.txt"))).name == "placard.txt"
found = told(search.sync(app, client=api, term="placard")).items
assert any(one.node_id == prepared.node_id for one in found)
link = told(download_link.sync(app, prepared.node_id, client=api)).link
assert httpx.get(link, headers={"authorization": f"Bearer {token}"}).text == "poster"
share = models.SendShareMessage(emails="guest@spare.example", link=f"/content/{app}", title="placard.txt")
assert told(send_share_message.sync(client=api, body=share)).sent == 1
refused = folder_create.sync(app, client=api, body=models.NewFolder(folder_parent_id=top, name=""))
assert isinstance(refused, models.Problem) and refused.message
for node in (prepared.node_id, folder.node_id):
    told(entry_remove.sync(app, node, client=api))
print("Python: a working day")
