"""The page in a real browser: each flow with scripts and without, keys, and axe-core on every kind of page in both themes.

Expects a service without keys on an empty data directory, another with keys, and axe-core; see run.sh.
"""

import argparse
import json
import pathlib
import re
import sys
import tempfile
import zipfile

from playwright.sync_api import expect, sync_playwright

POSTING = """Senior HPC storage engineer
Austin, TX, hybrid. $220,000 to $280,000 base.
Requirements:
- Lustre, 3+ years
- Linux
Nice to have:
- InfiniBand
"""
RESUMES = {
    "ana.txt": "Ana Lima\nStorage engineer\nI have run Lustre and Linux since 2015: 12 PB, over InfiniBand.\n",
    "bo.txt": "Bo Berg\nLinux administrator\nTen years of Linux, four of them with Lustre.\n",
    "cy.txt": "Cy Chu\nNetwork engineer\nInfiniBand fabrics for 2,000 GPUs, Linux, Slurm.\n",
}
# More than a page judges while it waits, in a debug build.
MANY = 3000
# What may be waited for, in milliseconds: a debug build beside other work takes seconds for a page that a release build has at once.
PATIENCE = 120_000
FAILED = []


def check(name, holds, detail=""):
    print(("ok      " if holds else "FAILED  ") + name + ("" if holds else f": {detail}"))
    if not holds:
        FAILED.append(name)


def new_role(page, base):
    page.goto(base + "/roles/new")
    page.get_by_label("Posting").fill(POSTING)
    page.get_by_role("button", name="Read the posting").click()
    page.wait_for_url("**/edit?new=1")
    return page.url.split("/edit")[0]


def add_people(page, base):
    page.goto(base + "/candidates/add")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "ana.txt").write_text(RESUMES["ana.txt"])
        with zipfile.ZipFile(folder / "others.zip", "w") as archive:
            for name in ["bo.txt", "cy.txt"]:
                archive.writestr(name, RESUMES[name])
        (folder / "broken.pdf").write_bytes(b"%PDF-1.7 nothing")
        files = [folder / name for name in ["ana.txt", "others.zip", "broken.pdf"]]
        page.locator("input[name=files]").set_input_files(files)
        page.get_by_role("button", name="Add", exact=True).click()
        page.wait_for_url("**/candidates/add/*")
        until_read(page)


def until_read(page):
    """Waits for an upload. Its page tells by itself how far it is, and where there are no scripts when it is loaded anew."""
    for _ in range(100):
        if page.locator("#job progress").count() == 0:
            return
        page.wait_for_timeout(200)
        page.reload()


def add_files(page, base, texts):
    page.goto(base + "/candidates/add")
    files = [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in texts.items()]
    page.locator("input[name=files]").set_input_files(files)
    page.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_url("**/candidates/add/*")
    until_read(page)


def decisions(page, base, address, kind, with_scripts):
    """Stage, grade and notes; gates; people of several documents; people by name."""
    page.goto(address + "/candidates/ana.txt")
    page.get_by_label("Stage").select_option("interview")
    page.locator("input[name=grade][value='3']").check()
    page.get_by_label("New note").fill("Call her on Monday.")
    page.locator("#feedback").get_by_role("button", name="Save").click()
    expect(page.locator(".notes li")).to_have_count(1)
    kept = page.get_by_label("Stage").input_value(), page.locator("input[name=grade][value='3']").is_checked()
    check(f"{kind}: a decision is kept", kept == ("interview", True), kept)
    expect(page.get_by_role("heading", name="History of the fit")).to_be_visible()
    rows = page.locator("#history-table tbody tr")
    told = rows.count(), rows.nth(1).locator(".tag").inner_text(), page.locator("svg.plot circle").count()
    check(f"{kind}: the fit of that moment is told beside that of now", told == (2, "interview", 2), told)
    page.get_by_label("Stage").select_option("offer")
    page.locator("#feedback").get_by_role("button", name="Save").click()
    expect(rows).to_have_count(3)
    page.get_by_label("Stage").select_option("interview")
    page.locator("#feedback").get_by_role("button", name="Save").click()
    expect(rows).to_have_count(4)
    page.goto(address)
    check(f"{kind}: the stage stands on the shortlist", page.locator("tr", has_text="Ana Lima").locator(".st-interview").count() == 1)
    page.goto(address + "?stage=interview")
    check(f"{kind}: stages are filtered by", page.locator("table.people a[data-item]").all_inner_texts() == ["Ana Lima"])
    page.goto(address + "/candidates/ana.txt")
    page.locator(".notes").get_by_role("button", name="Delete").click()
    expect(page.locator(".notes li")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".notes li")).to_have_count(1)
    check(f"{kind}: a note is removed and put back", True)
    page.goto(address)
    page.locator("[data-gate=on]").first.uncheck()
    if not with_scripts:
        page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("link", name="Cy Chu")).to_be_visible()
    check(f"{kind}: a gate is switched in the address", "gates=1" in page.url, page.url)
    check(f"{kind}: the place before a gate was switched is told", page.locator(".was").count() == page.locator("table.people tbody tr").count())
    page.goto(base + "/candidates?q=lim")
    check(f"{kind}: people are found by name", page.locator(".named a").all_inner_texts() == ["Ana Lima"])
    text = "Dee Dupont\ndee.dupont@example.org\n{}\nI have run Linux since 2012.\n"
    add_files(page, base, {"dee.txt": text.format("Linux engineer"), "dee-2.txt": text.format("Systems engineer")})
    page.goto(base + "/candidates/dee.txt")
    page.locator(".flash a").first.click()
    expect(page.locator("h1")).to_have_text("One person or two?")
    page.get_by_role("button", name="Merge, keep").first.click()
    expect(page.get_by_role("status")).to_contain_text("matched as one person")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text("as two again")
    page.get_by_role("button", name="Not the same person").first.click()
    expect(page.get_by_role("status")).to_contain_text("not proposed again")
    check(f"{kind}: two documents are merged, undone and told apart", page.locator(".pairs li").count() == 0)


def flow(page, base, with_scripts):
    """From an empty service to a decision."""
    kind = "with scripts" if with_scripts else "without scripts"
    errors = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(base + "/roles")
    check(f"{kind}: an empty service says what to do", page.get_by_role("link", name="New role").count() >= 1)
    address = new_role(page, base)
    rows = page.locator("table.asks tbody tr:not(.spare)")
    check(f"{kind}: what the posting asks is read", rows.count() >= 3, rows.count())
    check(f"{kind}: the words are marked", page.locator(".posting mark").count() >= 3)
    lustre = page.locator("input[value='Lustre']")
    row = page.locator("tr", has=lustre)
    row.locator("input[type=checkbox]").check()
    page.get_by_label("Pay up to").fill("lots")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("/pay_band")
    check(f"{kind}: what was set stays when something is wrong", row.locator("input[type=checkbox]").is_checked())
    page.get_by_label("Pay up to").fill("280000")
    page.get_by_label("Pay from").fill("220000")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**saved=1")
    add_people(page, base)
    text = page.locator("main").inner_text()
    check(f"{kind}: every file has its outcome", "3 added or replaced" in text and "1 could not be read" in text, text)
    page.goto(address)
    names = page.locator("table.people a[data-item]").all_inner_texts()
    check(f"{kind}: the gate holds", "Cy Chu" not in names and "Ana Lima" in names, names)
    if with_scripts:
        moving(page, address)
    page.goto(address + "?blind=1")
    check(f"{kind}: blind hides names", "Ana" not in page.locator("main").inner_text())
    page.goto(address)
    page.get_by_role("link", name="Ana Lima").click()
    expect(page.locator("h1")).to_have_text("Ana Lima")
    mark = page.locator("a.mark-number").first
    number = mark.get_attribute("href")
    mark.click()
    check(f"{kind}: a finding leads to its words", page.locator(number).count() == 1 and page.url.endswith(number))
    page.goto(address)
    for box in page.locator("input[name=c]").all():
        box.check()
    page.get_by_role("button", name="Compare chosen").click()
    expect(page.locator("h1")).to_have_text("Side by side")
    check(f"{kind}: people stand side by side", page.locator("table.compare thead th").count() == 2)
    page.goto(base + "/candidates/bo.txt")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status")).to_contain_text("Deleted")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("h1")).to_have_text("Bo Berg")
    page.goto(address + "/pool")
    check(f"{kind}: supply is counted", page.locator("table.bars tbody tr").count() > 2)
    what_if(page, address, kind)
    decisions(page, base, address, kind, with_scripts)
    # A form that comes back with what is wrong in it is told by its status, which browsers write to the console.
    errors = [error for error in errors if "status of 422" not in error]
    check(f"{kind}: nothing in the console", not errors, errors)
    return address


def what_if(page, address, kind):
    """It is counted beside: its page tells how far it is, by itself or when it is loaded anew."""
    page.goto(address + "/what-if")
    for _ in range(100):
        if page.locator("#what-if progress").count() == 0:
            break
        page.wait_for_timeout(200)
        page.reload()
    check(f"{kind}: what-if is counted", page.locator("#what-if dl.counts dd").first.inner_text() == "3")
    check(f"{kind}: a change is told with its figures", page.locator("#what-if tbody tr").count() >= 1)
    check(f"{kind}: what was counted holds until somebody changes", page.locator("#what-if .flash").count() == 0)


def moving(page, address):
    """Weights, filters and their address."""
    page.goto(address)
    before = page.url
    slider = page.get_by_label("Kind of work")
    slider.fill("90")
    expect(page.locator(".was").first).to_be_visible()
    check("sliders: the address says the weights", "w_family=90" in page.url, page.url)
    check("sliders: the old place is beside", page.locator(".was").count() == page.locator("table.people tbody tr").count())
    page.get_by_label("Words in the profile").fill("InfiniBand")
    page.get_by_label("Words in the profile").press("Enter")
    expect(page.locator("table.people tbody tr")).to_have_count(1)
    check("filters: the address has no empty parts", "skill=" not in page.url.replace("w_skills=", ""), page.url)
    page.wait_for_load_state("networkidle")
    shared = page.url
    page.reload()
    check("filters: a reload shows the same", page.locator("table.people tbody tr").count() == 1 and page.url == shared)
    page.go_back()
    expect(page.locator("table.people tbody tr")).to_have_count(2)
    page.go_back()
    page.wait_for_url(before)
    check("filters: back leads back", page.url == before, page.url)
    # A state that is not kept is loaded anew; whoever goes elsewhere meanwhile would be cut short.
    page.wait_for_timeout(500)
    page.wait_for_load_state("networkidle")


def many(base, browser_context):
    """A role that was written a moment ago, and more people than are judged while a page waits: the list comes by itself, and where there are
    no scripts when the page is loaded anew."""
    for with_scripts in [True, False]:
        kind = "with scripts" if with_scripts else "without scripts"
        page = browser_context(java_script_enabled=with_scripts).new_page()
        for name, rest, list_of in [("list", "?w_skills=20&w_family=5&w_scale=60&w_pay=5&w_level=5&w_location=5", "table.people"), ("pool", "/pool", "table.bars")]:
            role = f"many-{name}-{'with' if with_scripts else 'without'}"
            asked = {"id": role, "title": "Storage engineer", "must_have": ["Lustre", "Linux"], "nice_to_have": ["InfiniBand", "Slurm"]}
            page.request.put(f"{base}/v1/roles/{role}", data=asked)
            page.goto(f"{base}/roles/{role}{rest}")
            address, told = page.url, page.locator("main progress").count()
            for _ in range(0 if with_scripts else 100):
                if page.locator("main progress").count() == 0:
                    break
                page.wait_for_timeout(200)
                page.get_by_role("link", name="How far is it?").click()
            expect(page.locator(list_of).first).to_be_visible()
            check(f"{kind}: the {name} of a new role comes ({'told how far it is' if told else 'at once'})", page.url == address, page.url)
        page.goto(f"{base}/roles/many-list-{'with' if with_scripts else 'without'}?q=Lustre&stage=none")
        check(f"{kind}: words and stages are filtered by among many", page.locator("table.people tbody tr").count() == 25)
        page.context.close()


def put_many(request, base):
    """People of few words, in one request."""
    texts = ["I ran Lustre and Linux for {} years.", "Linux and Slurm for {} years.", "InfiniBand fabrics for {} years, and Linux."]
    person = lambda number: {"id": f"m-{number}", "name": f"Mo Moreau{number}", "summary": texts[number % 3].format(1 + number % 20)}
    lines = "\n".join(json.dumps(person(number)) for number in range(MANY))
    answer = request.post(f"{base}/v1/candidates/bulk", data=lines, headers={"content-type": "application/x-ndjson"}, timeout=300_000)
    check("many people are taken", answer.ok, answer.status)


def keys(page, base, address):
    page.goto(address)
    page.keyboard.press("j")
    first = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("j")
    second = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("k")
    again = page.evaluate("document.activeElement.textContent")
    check("keys: j and k move", first != second and first == again, (first, second, again))
    page.keyboard.press("x")
    check("keys: x chooses", page.locator("input[name=c]").first.is_checked())
    page.keyboard.press("?")
    check("keys: ? helps", page.locator("dialog#keys").is_visible())
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(first)
    check("keys: enter opens", True)
    page.keyboard.press("/")
    page.keyboard.type("infiniband")
    page.keyboard.press("Enter")
    page.wait_for_url("**/candidates?q=infiniband")
    check("keys: / searches", page.locator("table.people tbody tr").count() >= 1)
    page.goto(base + "/roles")
    page.keyboard.press("Tab")
    check("keys: the first stop skips to the content", page.evaluate("document.activeElement.className") == "skip")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    check("keys: the focus is seen", outline == "solid", outline)


def signing_in(page, base, key, reader):
    page.goto(base + "/roles?status=open")
    page.get_by_label("API key").fill("rf_wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("API key").fill(key)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/roles?status=open")
    check("sign-in: leads on to what was asked", page.get_by_role("button", name="Sign out").is_visible())
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    page.get_by_label("API key").fill(reader)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(base + "/roles")
    check("sign-in: a reader has no button that writes", page.get_by_role("link", name="New role").count() == 0)


def accessible(browser, base, address, axe, key, closed):
    """axe-core on every kind of page, in both themes and on a phone."""
    role = address.replace(base, "")
    paths = ["/roles", "/roles/new", role, role + "?blind=1&w_skills=90&w_family=1&w_scale=0&w_pay=0&w_level=0&w_location=0",
             role + "/edit", role + "/candidates/ana.txt", role + "/compare?c=ana.txt&c=bo.txt", role + "/what-if", role + "/pool",
             role + "/print", role + "?q=nobodyatall", "/candidates", "/candidates?q=lustre", "/candidates/ana.txt", "/candidates/add", "/candidates?q=lim",
             "/duplicates", "/duplicates?state=dismissed", role + "?gates=1&stage=active",
             "/styleguide", "/roles/none"]
    sheets = [(base, path) for path in paths] + [(closed, "/sign-in")]
    script = pathlib.Path(axe).read_text()
    for theme in ["light", "dark"]:
        for width in [1440, 390]:
            # The policy of the page lets no foreign script in, axe included.
            context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme, locale="en-GB", bypass_csp=True)
            page = context.new_page()
            for origin, path in sheets:
                page.goto(origin + path)
                page.evaluate(script)
                tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
                found = page.evaluate("tags => axe.run(document, { runOnly: tags })", tags)
                wrong = [(one["id"], one["impact"], one["nodes"][0]["target"], one["nodes"][0].get("failureSummary", "")[:200]) for one in found["violations"]]
                check(f"axe: {path} {theme} {width}", not wrong, wrong)
                overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                check(f"width: {path} {width}", overflow <= 0, f"{overflow} px too wide")
            context.close()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ["base", "plain", "closed", "many", "key", "reader", "axe"]:
        arguments.add_argument("--" + name, required=True)
    arguments.add_argument("--chromium", required=True)
    asked = arguments.parse_args()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=asked.chromium, args=["--no-sandbox"])
        foreign = []

        def context(**options):
            made = browser.new_context(viewport={"width": 1440, "height": 900}, **{"locale": "en-GB", **options})
            made.set_default_timeout(PATIENCE)
            made.on("request", lambda request: None if re.match(r"(http://127\.0\.0\.1|data:)", request.url) else foreign.append(request.url))
            return made

        address = flow(context().new_page(), asked.base, True)
        flow(context(java_script_enabled=False).new_page(), asked.plain, False)
        keys(context().new_page(), asked.base, address)
        put_many(context().request, asked.many)
        many(asked.many, context)
        signing_in(context().new_page(), asked.closed, asked.key, asked.reader)
        german = context(locale="de-DE").new_page()
        german.goto(asked.base + "/roles")
        check("language: a German browser reads German", "Stellen" in german.locator("h1").inner_text())
        check("requests: none to another host", not foreign, foreign)
        accessible(browser, asked.base, address, asked.axe, asked.key, asked.closed)
        browser.close()
    print(f"\n{len(FAILED)} failed")
    sys.exit(1 if FAILED else 0)


if __name__ == "__main__":
    main()
