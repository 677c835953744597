from typing import Optional, Union, final

__all__ = [
    "BRIEF_STYLE",
    "Engine",
    "Part",
    "Ranking",
    "RolefitError",
    "__version__",
    "import_documents",
    "rendered",
    "table_documents",
]

__version__: str
BRIEF_STYLE: str

_Violations = list[tuple[str, str]]
_Offered = Union[bytes, _Violations]

class RolefitError(ValueError):
    """Something cannot be used: a document, an option, a file of your own knowledge."""

    kind: str
    violations: _Violations

@final
class Engine:
    def __new__(
        cls, taxonomy: Optional[str], profile: Optional[str], market: Optional[str], threads: Optional[int]
    ) -> Engine: ...
    def ranking(self, roles: list[_Offered], options: str) -> Ranking: ...
    def fit(self, role: _Offered, candidate: _Offered, options: str) -> str: ...
    def extract(self, text: str, trace: bool) -> str: ...

@final
class Ranking:
    def offer(self, documents: list[_Offered]) -> None: ...
    def refused(self) -> tuple[int, _Violations]: ...
    def check(self) -> None: ...
    def answers(self) -> list[str]: ...
    def parts(self) -> list[str]: ...

@final
class Part:
    def __new__(cls, json: str) -> Part: ...
    def merge(self, other: Part) -> Part: ...
    def answer(self) -> str: ...

def rendered(answers: list[str], format: str) -> str: ...
def table_documents(kind: str, csv: bytes) -> list[_Offered]: ...
def import_documents(kind: str, data: bytes, format: Optional[str]) -> tuple[list[bytes], str, _Violations]: ...
