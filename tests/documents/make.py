"""Writes résumés of the people in people.json in many layouts by ordinary programs: into the folder that is the first argument; of those alone
whose ids follow, where any do.

Needs reportlab, typst, weasyprint, fpdf2 and python-docx; for some layouts LibreOffice (`soffice`), and for one the font DejaVu, without which
they are left out. For each person there is PERSON.txt, which says what every layout of that person says.
"""

import html
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).parent
out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)
people = json.loads((here / "people.json").read_text())
asked = sys.argv[2:]
unknown = set(asked) - {p["id"] for p in people}
if unknown:
    sys.exit(f"no such people: {', '.join(sorted(unknown))}; expected some of {', '.join(p['id'] for p in people)}")
people = [p for p in people if not asked or p["id"] in asked]
DEJAVU = pathlib.Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")


def contact(p):
    return f"{p['email']} | {p['phone']} | {p['place']}"


def dates(job):
    return f"{job['start']} – {job['end']}"


def plain(p):
    lines = [p["name"], p["title"], contact(p), "", "Summary", p["summary"], "", "Experience"]
    for job in p["jobs"]:
        lines += [f"{job['title']}, {job['employer']}  {dates(job)}"] + [f"- {b}" for b in job["bullets"]] + [""]
    return "\n".join(lines + ["Skills", ", ".join(p["skills"]), "", "Education"] + p["education"]) + "\n"


# reportlab

def rl_styles():
    from reportlab.lib.styles import ParagraphStyle as Style
    return {"name": Style("n", fontName="Helvetica-Bold", fontSize=20, leading=24), "body": Style("b", fontName="Helvetica", fontSize=10, leading=13),
            "head": Style("h", fontName="Helvetica-Bold", fontSize=12, leading=18, spaceBefore=6),
            "item": Style("i", fontName="Helvetica", fontSize=10, leading=13, leftIndent=12, bulletIndent=0)}


def rl_job(job, s, with_dates=True):
    from reportlab.platypus import Paragraph
    head = f"<b>{html.escape(job['title'])}, {html.escape(job['employer'])}</b>" + (f"&nbsp;&nbsp;{dates(job)}" if with_dates else "")
    return [Paragraph(head, s["body"])] + [Paragraph(html.escape(b), s["item"], bulletText="•") for b in job["bullets"]]


def reportlab_plain(p, path):
    from reportlab.platypus import Paragraph, SimpleDocTemplate
    s = rl_styles()
    story = [Paragraph(p["name"], s["name"]), Paragraph(p["title"], s["body"]), Paragraph(contact(p), s["body"]), Paragraph("Summary", s["head"]),
             Paragraph(p["summary"], s["body"]), Paragraph("Experience", s["head"])]
    for job in p["jobs"]:
        story += rl_job(job, s)
    story += [Paragraph("Skills", s["head"]), Paragraph(html.escape(", ".join(p["skills"])), s["body"]), Paragraph("Education", s["head"])]
    SimpleDocTemplate(str(path)).build(story + [Paragraph(e, s["body"]) for e in p["education"]])


def reportlab_sidebar(p, path):
    """A sidebar left, the career right on two pages, with a head and a foot on each."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import BaseDocTemplate, Frame, FrameBreak, NextPageTemplate, PageBreak, PageTemplate, Paragraph
    s = rl_styles()

    def furniture(canvas, document):
        canvas.setFont("Helvetica", 8)
        canvas.drawString(40, A4[1] - 30, f"{p['name']} – Résumé")
        canvas.drawRightString(A4[0] - 40, 24, f"Page {document.page} of 2")

    left, right = Frame(40, 50, 150, 730, id="l"), Frame(205, 50, 350, 730, id="r")
    document = BaseDocTemplate(str(path), pagesize=A4)
    document.addPageTemplates([PageTemplate("first", [left, right], onPage=furniture), PageTemplate("later", [Frame(40, 50, 515, 730)], onPage=furniture)])
    story = [NextPageTemplate("later"), Paragraph("Contact", s["head"])] + [Paragraph(c, s["body"]) for c in (p["email"], p["phone"], p["place"])]
    story += [Paragraph("Skills", s["head"])] + [Paragraph(html.escape(k), s["body"]) for k in p["skills"]]
    story += [Paragraph("Education", s["head"])] + [Paragraph(e, s["body"]) for e in p["education"]]
    story += [FrameBreak(), Paragraph(p["name"], s["name"]), Paragraph(p["title"], s["body"]), Paragraph("Summary", s["head"]), Paragraph(p["summary"], s["body"]),
              Paragraph("Experience", s["head"])] + rl_job(p["jobs"][0], s) + [PageBreak()] + rl_job(p["jobs"][1], s)
    document.build(story)


def reportlab_dates_right(p, path):
    """Dates at the right edge, drawn word by word at their places."""
    from reportlab.lib.pagesizes import letter
    from reportlab.lib.utils import simpleSplit
    from reportlab.pdfgen.canvas import Canvas
    canvas, y = Canvas(str(path), pagesize=letter), 740
    canvas.setFont("Times-Bold", 22)
    canvas.drawCentredString(306, y, p["name"].upper())
    canvas.setFont("Times-Roman", 11)
    for line in (p["title"], contact(p)):
        y -= 16
        canvas.drawCentredString(306, y, line)

    def head(text):
        nonlocal y
        y -= 26
        canvas.setFont("Times-Bold", 13)
        # Letters are spaced out.
        line = canvas.beginText(60, y)
        line.setCharSpace(3)
        line.textOut(text.upper())
        line.setCharSpace(0)
        canvas.drawText(line)
        canvas.setFont("Times-Roman", 11)

    def body(text, indent=0, bullet=""):
        nonlocal y
        for number, line in enumerate(simpleSplit(text, "Times-Roman", 11, 490 - indent)):
            y -= 14
            if bullet and number == 0:
                canvas.drawString(60, y, bullet)
            x = 60 + indent
            for word in line.split():
                canvas.drawString(x, y, word)
                x += canvas.stringWidth(word + " ", "Times-Roman", 11)

    head("Summary")
    body(p["summary"])
    head("Experience")
    for job in p["jobs"]:
        y -= 18
        canvas.setFont("Times-Bold", 11)
        canvas.drawString(60, y, f"{job['title']}, {job['employer']}")
        canvas.drawRightString(550, y, dates(job))
        canvas.setFont("Times-Roman", 11)
        for b in job["bullets"]:
            body(b, 14, "•")
    head("Skills")
    body(", ".join(p["skills"]))
    head("Education")
    for e in p["education"]:
        body(e)
    canvas.save()


def reportlab_table(p, path):
    """Dates in a column of their own at the left, skills in a grid."""
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Table
    s = rl_styles()
    rows = [[Paragraph(dates(j), s["body"]), rl_job(j, s, False)] for j in p["jobs"]]
    grid = [[Paragraph(html.escape(k), s["body"]) for k in p["skills"][i:i + 3]] for i in range(0, len(p["skills"]), 3)]
    story = [Paragraph(p["name"], s["name"]), Paragraph(p["title"], s["body"]), Paragraph(contact(p), s["body"]), Paragraph("Summary", s["head"]), Paragraph(p["summary"], s["body"]),
             Paragraph("Experience", s["head"]), Table(rows, colWidths=[90, 360]), Paragraph("Skills", s["head"]), Table(grid), Paragraph("Education", s["head"])]
    SimpleDocTemplate(str(path)).build(story + [Paragraph(e, s["body"]) for e in p["education"]])


# typst

def typst_text(text):
    for c in "\\#$*_`<>@[]/~'\"=":
        text = text.replace(c, "\\" + c)
    return text


def typst_body(p, parts):
    t = typst_text
    said = {
        "summary": f"== Summary\n{t(p['summary'])}\n",
        "skills": "== Skills\n" + t(", ".join(p["skills"])) + "\n",
        "skill-list": "== Skills\n" + "\n".join("- " + t(k) for k in p["skills"]) + "\n",
        "education": "== Education\n" + "\n\n".join(t(e) for e in p["education"]) + "\n",
        "contact": "== Contact\n" + " \\\n".join(t(c) for c in (p["email"], p["phone"], p["place"])) + "\n",
        "experience": "== Experience\n" + "\n".join(
            f"*{t(j['title'])}, {t(j['employer'])}* #h(1fr) {dates(j)}\n" + "\n".join("- " + t(b) for b in j["bullets"]) + "\n" for j in p["jobs"]),
    }
    return "\n".join(said[part] for part in parts)


def typst_write(source, path):
    import typst
    file = path.with_suffix(".typ")
    file.write_text(source)
    typst.compile(str(file), output=str(path))
    file.unlink()


def typst_justified(p, path):
    """Justified, with hyphenation and ligatures."""
    head = f"#align(center)[#text(20pt)[{typst_text(p['name'])}] \\ {typst_text(p['title'])} \\ {typst_text(contact(p))}]\n"
    typst_write("#set page(width: 14cm, margin: 2cm)\n#set par(justify: true)\n#set text(10pt, lang: \"en\", hyphenate: true)\n" + head + typst_body(p, ["summary", "experience", "skills", "education"]), path)


def typst_columns(p, path):
    """Two columns on all of the page, the head over both."""
    head = f"#align(center)[#text(20pt)[{typst_text(p['name'])}] \\ {typst_text(p['title'])} \\ {typst_text(contact(p))}]\n"
    typst_write("#set page(margin: 1.8cm, numbering: \"1 / 1\")\n#set text(9.5pt, lang: \"en\", hyphenate: true)\n#set par(justify: true)\n" + head + "#columns(2, gutter: 18pt)[\n" + typst_body(p, ["summary", "experience", "skills", "education"]) + "]\n", path)


def typst_sidebar(p, path):
    """A coloured sidebar at the left, of the same leading as the rest."""
    side = f"#text(18pt)[{typst_text(p['name'])}] \\ {typst_text(p['title'])}\n" + typst_body(p, ["contact", "skill-list", "education"])
    typst_write("#set page(margin: 1.5cm)\n#set text(10pt, lang: \"en\")\n#grid(columns: (5cm, 1fr), gutter: 22pt, [\n" + side + "], [\n" + typst_body(p, ["summary", "experience"]) + "])\n", path)


# weasyprint

def page(p, style, main, aside=()):
    e = html.escape
    parts = {
        "summary": f"<h2>Summary</h2><p>{e(p['summary'])}</p>",
        "skills": f"<h2>Skills</h2><p>{e(', '.join(p['skills']))}</p>",
        "skill-list": "<h2>Skills</h2><ul>" + "".join(f"<li>{e(k)}</li>" for k in p["skills"]) + "</ul>",
        "education": "<h2>Education</h2>" + "".join(f"<p>{e(x)}</p>" for x in p["education"]),
        "experience": "<h2>Experience</h2>" + "".join(
            f"<p class=job><b>{e(j['title'])}, {e(j['employer'])}</b> <span class=dates>{dates(j)}</span></p><ul>" + "".join(f"<li>{e(b)}</li>" for b in j["bullets"]) + "</ul>" for j in p["jobs"]),
    }
    head = f"<header><h1>{e(p['name'])}</h1><p>{e(p['title'])}</p><p>{e(contact(p))}</p></header>"
    body = f"<main>{''.join(parts[x] for x in main)}</main>" + (f"<aside>{''.join(parts[x] for x in aside)}</aside>" if aside else "")
    return f"<!doctype html><html lang=en><meta charset=utf-8><style>{style}</style>{head}<div>{body}</div></html>"


def weasy(source, path):
    import weasyprint
    weasyprint.HTML(string=source).write_pdf(str(path))


def weasy_right_sidebar(p, path):
    style = "@page{size:A4;margin:18mm;@bottom-center{content:counter(page)}} body{font:10pt sans-serif} div{display:flex;gap:8mm} main{width:115mm} aside{width:48mm} .dates{float:right}"
    weasy(page(p, style, ["summary", "experience"], ["skill-list", "education"]), path)


def weasy_spaced(p, path):
    style = "@page{size:Letter;margin:20mm} body{font:11pt serif;text-align:justify;hyphens:auto} h2{letter-spacing:4px;text-transform:uppercase;font-size:12pt} ul{list-style:square} .dates{float:right}"
    weasy(page(p, style, ["summary", "skills", "experience", "education"]), path)


def fpdf_plain(p, path):
    """One font with all its signs, as an invoice program would write it."""
    from fpdf import FPDF
    pdf = FPDF()
    pdf.add_font("DejaVu", "", str(DEJAVU))
    pdf.add_page()
    for size, text in [(20, p["name"]), (11, p["title"]), (11, contact(p)), (13, "Summary"), (10, p["summary"]), (13, "Experience")]:
        pdf.set_font("DejaVu", size=size)
        pdf.multi_cell(0, size * 0.55, text, new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("DejaVu", size=10)
    for job in p["jobs"]:
        pdf.multi_cell(0, 6, f"{job['title']}, {job['employer']} ({dates(job)})", new_x="LMARGIN", new_y="NEXT")
        for b in job["bullets"]:
            pdf.multi_cell(0, 5.5, f"▪ {b}", new_x="LMARGIN", new_y="NEXT")
    for text in ["Skills", ", ".join(p["skills"]), "Education"] + p["education"]:
        pdf.multi_cell(0, 6, text, new_x="LMARGIN", new_y="NEXT")
    pdf.output(str(path))


# Word processors

def docx(p, path):
    """Name in a table, skills in a grid, the dates behind tabs."""
    from docx import Document
    from docx.shared import Cm
    document = Document()
    document.sections[0].header.paragraphs[0].text = p["name"]
    document.add_paragraph(p["name"], style="Title")
    document.add_paragraph(p["title"])
    document.add_paragraph(contact(p))
    document.add_heading("Summary", 1)
    document.add_paragraph(p["summary"])
    document.add_heading("Experience", 1)
    for job in p["jobs"]:
        line = document.add_paragraph()
        line.paragraph_format.tab_stops.add_tab_stop(Cm(13))
        line.add_run(f"{job['title']}, {job['employer']}").bold = True
        line.add_run(f"\t{dates(job)}")
        for b in job["bullets"]:
            document.add_paragraph(b, style="List Bullet")
    document.add_heading("Skills", 1)
    table = document.add_table(rows=0, cols=3)
    for i in range(0, len(p["skills"]), 3):
        for cell, skill in zip(table.add_row().cells, p["skills"][i:i + 3]):
            cell.text = skill
    document.add_heading("Education", 1)
    for e in p["education"]:
        document.add_paragraph(e)
    document.save(str(path))


def docx_columns(p, path):
    """The page laid out by a table: side by side, what is unlike."""
    from docx import Document
    from docx.shared import Cm
    document = Document()
    document.add_paragraph(p["name"], style="Title")
    document.add_paragraph(p["title"])
    left, right = document.add_table(rows=1, cols=2).rows[0].cells
    left.width, right.width = Cm(5), Cm(11)
    for text in ["Contact", p["email"], p["phone"], p["place"], "Skills"] + p["skills"] + ["Education"] + p["education"]:
        left.add_paragraph(text)
    right.add_paragraph("Summary")
    right.add_paragraph(p["summary"])
    right.add_paragraph("Experience")
    for job in p["jobs"]:
        right.add_paragraph(f"{job['title']}, {job['employer']}, {dates(job)}")
        for b in job["bullets"]:
            right.add_paragraph(b, style="List Bullet")
    document.save(str(path))


def office(sources, layout, ending):
    """What LibreOffice makes of files, all at once: starting it takes longest. It has a profile of its own, so that nobody else's is in use."""
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / "made"
        command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", ending, "--outdir", str(made)]
        subprocess.run(command + [str(source) for source in sources], check=True, capture_output=True, timeout=300)
        for source in sources:
            person = source.name.split(".")[0]
            shutil.move(made / f"{source.stem}.{ending}", out / f"{person}.{layout}.{ending}")


LAYOUTS = [reportlab_plain, reportlab_sidebar, reportlab_dates_right, reportlab_table, typst_justified, typst_columns, typst_sidebar, weasy_right_sidebar, weasy_spaced, fpdf_plain]
if not DEJAVU.exists():
    print(f"left out: fpdf_plain, for want of {DEJAVU} (fonts-dejavu-core)", file=sys.stderr)
    LAYOUTS.remove(fpdf_plain)

for p in people:
    (out / f"{p['id']}.txt").write_text(plain(p))
    for layout in LAYOUTS:
        layout(p, out / f"{p['id']}.{layout.__name__}.pdf")
    (out / f"{p['id']}.page.html").write_text(page(p, "", ["summary", "experience", "skills", "education"]))
    docx(p, out / f"{p['id']}.word.docx")
    docx_columns(p, out / f"{p['id']}.word_columns.docx")

if shutil.which("soffice"):
    word = [out / f"{p['id']}.word.docx" for p in people]
    office(word, "office_word", "pdf")
    office([out / f"{p['id']}.word_columns.docx" for p in people], "office_columns", "pdf")
    office(word, "office", "odt")
    office(word, "office", "rtf")
else:
    print("left out: office_word, office_columns, office, for want of LibreOffice", file=sys.stderr)
