"""A client made by openapi-python-client: what it writes comes back."""

import os
import sys

from rolefit_client import AuthenticatedClient
from rolefit_client.api.documents import get_candidate, put_candidate, put_role, search_candidates
from rolefit_client.api.matching import match_role
from rolefit_client.models import CandidateInput, MatchRequest, Problem, RoleInput

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
print("Python client: well")
