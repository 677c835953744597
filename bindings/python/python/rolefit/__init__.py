"""Explained, reproducible candidate-to-role matching for AI infrastructure, HPC and GPU recruiting.

>>> import rolefit
>>> engine = rolefit.Engine(as_of="2026-11-01")
>>> role = {"id": "r-1", "title": "HPC storage engineer", "must_have": ["Lustre", "Linux"]}
>>> people = [
...     {"id": "c-1", "summary": "Ten years of React and web shops."},
...     {"id": "c-2", "summary": "Seven years of BeeGFS on Linux, 4 PB, over InfiniBand."},
... ]
>>> shortlist = engine.rank(role, people)
>>> [row["candidate_id"] for row in shortlist]
['c-2', 'c-1']
>>> [gap["requirement"] for gap in shortlist.explain("c-1").row["gaps"]]
['Lustre', 'Linux']

Nobody is stored, nothing leaves the machine, and the same documents and date give the same bytes, here and from the program.
"""

from ._documents import Imported, candidate_from_text, import_documents, role_from_text
from ._engine import Engine
from ._native import RolefitError, __version__
from ._shortlist import Explanation, Shortlist

__all__ = [
    "Engine",
    "Explanation",
    "Imported",
    "RolefitError",
    "Shortlist",
    "__version__",
    "candidate_from_text",
    "import_documents",
    "role_from_text",
]
