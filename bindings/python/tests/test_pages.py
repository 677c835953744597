"""Parts of pages for notebooks: nothing of a document is markup, and the style stays within."""

import html.parser
import re

import pytest

PAYLOADS = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "</style><script>alert(1)</script>",
    "</div><iframe src=javascript:alert(1)>",
    "&lt;script&gt;",
    "\u202e<b>turned</b>\x1b[31m",
]
KNOWN = set("div style section header h1 h2 h3 p table caption thead tbody tr th td small meter ul li b q".split())


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.open = [], []

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        if tag not in ("meter",):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("meter",):
            assert self.open.pop() == tag


def checked(page):
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    for tag, attributes in tags.found:
        assert tag in KNOWN, tag
        assert set(attributes) <= {"class", "scope", "min", "max", "value"}, attributes
    assert "\x1b" not in page and "\u202e" not in page
    return page


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_of_a_document_is_markup(engine, payload):
    role = {"id": payload.replace("/", "|")[:100], "title": payload, "must_have": [payload, "Lustre", {"name": "Slurm", "gate": True}]}
    person = {
        "id": payload.replace("/", "|")[:100],
        "name": payload,
        "headline": payload,
        "summary": f"I ran Lustre {payload} for ten years, {payload}",
        "skills": [payload, "Slurm"],
        "experience": [{"title": payload, "employer": payload, "description": f"Lustre and Slurm {payload}"}],
    }
    try:
        shortlist = engine.rank(role, [person])
    except ValueError as error:
        # Ids hold visible characters alone.
        assert "/id" in str(error)
        role["id"], person["id"] = "r-1", "c-1"
        shortlist = engine.rank(role, [person])
    page = checked(shortlist._repr_html_())
    assert "Lustre" in page
    explained = checked(shortlist.explain(person["id"])._repr_html_())
    assert "What the fit is made of" in explained
    assert "\x1b" not in repr(shortlist) + str(shortlist.explain(person["id"]))


def test_the_style_is_that_of_the_brief_and_stays_within(engine, roles, people):
    page = engine.rank(roles[0], people)._repr_html_()
    style = re.search(r"<style>(.*?)</style>", page, re.S)[1]
    assert "max-width: 48rem" in style
    selectors = [each for each in re.findall(r"([^{}]+)\{", style) if not each.strip().startswith("@")]
    assert len(selectors) > 10
    for selector in selectors:
        for part in selector.split(","):
            assert part.strip().startswith(".rolefit"), selector
    assert "body" not in style


def test_blind_pages_do_not_tell_who_it_is(engine, roles, people):
    named = engine.rank(roles[0], people, top=3)
    blind = engine.rank(roles[0], people, top=3, blind=True)
    assert named[0]["name"] in named._repr_html_()
    for row in named:
        for page in (blind._repr_html_(), blind.explain(row["candidate_id"])._repr_html_()):
            assert row["name"] not in page and row["candidate_id"] not in page
    assert "Candidate 1" in blind._repr_html_()
