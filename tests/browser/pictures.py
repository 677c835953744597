"""Pictures of the page: every kind of page at three sizes in both themes, to be looked at, and with `--readme` the one of the README."""

import argparse
import pathlib

from playwright.sync_api import sync_playwright

SIZES = {"phone": (390, 844), "tablet": (900, 1100), "wide": (1440, 900)}
# Of the sample data: it asks and says most.
ROLE = "/roles/role-gpu-cluster-sre"


def pages(base, page):
    """Names and addresses of one page of each kind."""
    role = ROLE
    if page.goto(base + role).status != 200:
        page.goto(base + "/roles")
        role = page.locator("main a[data-item]").first.get_attribute("href")
        page.goto(base + role)
    people = [link.get_attribute("href") for link in page.locator("main a[data-item]").all()]
    ids = [box.get_attribute("value") for box in page.locator("input[name=c]").all()][:3]
    compare = role + "/compare?" + "&".join("c=" + one for one in ids)
    weights = role + "?w_skills=20&w_family=10&w_scale=60&w_pay=5&w_level=5&w_location=0"
    return {
        "roles": "/roles",
        "role-new": "/roles/new",
        "role-edit": role + "/edit",
        "shortlist": role,
        "shortlist-moved": weights,
        "pair": people[0],
        "blind": role + "?blind=1",
        "compare": compare,
        "what-if": role + "/what-if",
        "pool": role + "/pool",
        "print": role + "/print",
        "candidates": "/candidates?q=slurm+lustre",
        "shortlist-gates": role + "?gates=1&stage=active",
        "duplicates": "/duplicates",
        "named": "/candidates?q=a",
        "candidate": "/candidates/" + ids[0],
        "add": "/candidates/add",
        "styleguide": "/styleguide",
        "problem": "/roles/none",
    }


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("base", help="address of a running service, such as http://127.0.0.1:7878")
    arguments.add_argument("folder", help="where the pictures go")
    arguments.add_argument("--chromium", default="/usr/bin/chromium")
    arguments.add_argument("--only", default="", help="names of pages, with commas between")
    arguments.add_argument("--sizes", default=",".join(SIZES))
    arguments.add_argument("--themes", default="light,dark")
    arguments.add_argument("--language", default="en-GB", help="of the browser, such as de-DE")
    arguments.add_argument("--whole", action="store_true", help="whole pages, not what a screen shows")
    arguments.add_argument("--readme", action="store_true", help="only the picture of the README")
    asked = arguments.parse_args()
    folder = pathlib.Path(asked.folder)
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=asked.chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
        addresses = pages(asked.base, context.new_page())
        if asked.readme:
            page = context.new_page()
            page.goto(asked.base + addresses["shortlist"])
            page.screenshot(path=folder / "shortlist.png")
            return
        only = [name for name in asked.only.split(",") if name] or list(addresses)
        for size in asked.sizes.split(","):
            width, height = SIZES[size]
            for theme in asked.themes.split(","):
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=theme, locale=asked.language
                )
                page = context.new_page()
                for name in only:
                    page.goto(asked.base + addresses[name])
                    page.screenshot(path=folder / f"{name}-{size}-{theme}.png", full_page=asked.whole)
        browser.close()


if __name__ == "__main__":
    main()
