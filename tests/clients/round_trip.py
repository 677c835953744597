"""A client made by openapi-python-client: what it writes comes back."""

import os
import sys

from rolefit_client import AuthenticatedClient
from rolefit_client.api.documents import create_candidate, delete_candidate, get_candidate, put_candidate, put_role, search_candidates
from rolefit_client.api.matching import create_role_webhook, delete_role_webhook, list_role_webhooks, match_role
from rolefit_client.models import CandidateInput, MatchRequest, Problem, RoleInput, WebhookRequest

client = AuthenticatedClient(base_url=sys.argv[1], token=os.environ["ROLEFIT_KEY"])
written = put_candidate.sync("from-python", client=client, body=CandidateInput(headline="HPC engineer", skills=["Slurm"]))
assert written.id == "from-python", written
read = get_candidate.sync("from-python", client=client)
assert (read.id, read.headline, read.skills) == ("from-python", "HPC engineer", ["Slurm"]), read
page = search_candidates.sync(client=client, q="engineer", limit=1)
assert page.total >= 1 and page.items[0].headline, page
put_role.sync("from-python", client=client, body=RoleInput(must_have=["Slurm"]))
answer = match_role.sync("from-python", client=client, body=MatchRequest(limit=1))
assert len(answer.results) == 1 and answer.results[0].fit > 0, answer
refused = get_candidate.sync("nobody", client=client)
assert isinstance(refused, Problem) and refused.code == "not_found", refused
created = create_candidate.sync(client=client, body=CandidateInput(headline="HPC engineer"))
removed = delete_candidate.sync_detailed(created.id, client=client)
assert removed.status_code == 204, removed
assert isinstance(get_candidate.sync(created.id, client=client), Problem)
hook = create_role_webhook.sync("from-python", client=client, body=WebhookRequest(url="https://ats.example/hook", limit=3))
assert hook.secret.startswith("whsec_") and hook.limit == 3, hook
assert [one.id for one in list_role_webhooks.sync("from-python", client=client).webhooks] == [hook.id]
assert delete_role_webhook.sync_detailed("from-python", hook.id, client=client).status_code == 204
print("Python client: well")
