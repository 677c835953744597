//! Files that people write: what must not be read of them is not, malice does no harm, and every way in takes them. Layouts and damage are in
//! `file_layouts.rs`.

use std::fs;
use std::io::{Cursor, Write as _};

use rolefit::intake::{ImportOptions, PdfIsolation, file_text, import_documents};
use rolefit::{Candidate, Limits};
use serde_json::{Value, json};

use crate::http_service::Service;
use crate::program::Folder;

/// As the program reads them: PDF in a process of its own.
pub(crate) fn limits() -> Limits {
    Limits::default().with_pdf(PdfIsolation::process(env!("CARGO_BIN_EXE_rolefit")))
}

pub(crate) fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn docx(body: &str) -> Vec<u8> {
    let document =
        format!(r#"<w:document xmlns:w="w" xmlns:mc="mc" xmlns:wps="wps"><w:body>{body}</w:body></w:document>"#);
    zipped(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", document.as_bytes())])
}

pub(crate) fn text_of(name: &str, bytes: &[u8]) -> Result<String, String> {
    file_text(name, bytes, &limits()).map_err(|error| error.to_string())
}

#[test]
fn of_word_what_is_deleted_or_hidden_is_not_read() {
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let body = format!(
        "<w:p>{}<w:del><w:r><w:delText>Ceph</w:delText></w:r></w:del><w:moveFrom>{}</w:moveFrom><w:ins>{}</w:ins></w:p>\
         <w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:rPr><w:vanish w:val=\"0\"/></w:rPr><w:t>R&amp;D</w:t></w:r></w:p>\
         <w:p><w:r><mc:AlternateContent><mc:Choice><wps:txbx><w:txbxContent><w:p>{}</w:p></w:txbxContent></wps:txbx></mc:Choice>\
         <mc:Fallback><w:txbxContent><w:p>{}</w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>{}</w:p>\
         <w:tbl><w:tr><w:tc><w:p>{}</w:p></w:tc><w:tc><w:p>{}</w:p></w:tc></w:tr></w:tbl>\
         <w:p><w:pPr><w:numPr><w:numId w:val=\"2\"/></w:numPr></w:pPr>{}</w:p>",
        run("Ran "),
        run("moved"),
        run("Lustre"),
        run("In a box"),
        run("In a box"),
        run("Around it"),
        run("Slurm"),
        run("6 years"),
        run("an item")
    );
    assert_eq!(
        text_of("a.docx", &docx(&body)).unwrap(),
        "Ran Lustre\nR&D\nIn a box\nAround it\nSlurm | 6 years\n- an item"
    );
}

#[test]
fn of_open_documents_what_is_deleted_is_not_read() {
    let content = r#"<o:document xmlns:o="o" xmlns:text="t" xmlns:table="b"><text:tracked-changes><text:changed-region><text:deletion>
        <text:p>Ceph</text:p></text:deletion></text:changed-region></text:tracked-changes><text:h>Work</text:h>
        <text:list><text:list-item><text:p>Ran <text:span>Lustre</text:span><text:s text:c="2"/>daily</text:p></text:list-item></text:list>
        <table:table-row><table:table-cell><text:p>Slurm</text:p></table:table-cell><table:table-cell><text:p>6 years</text:p></table:table-cell></table:table-row></o:document>"#;
    let odt = zipped(&[("mimetype", b"application/vnd.oasis.opendocument.text"), ("content.xml", content.as_bytes())]);
    assert_eq!(text_of("a.odt", &odt).unwrap(), "Work\n- Ran Lustre  daily\nSlurm | 6 years");
}

#[test]
fn of_mail_what_is_attached_is_read() {
    let resume = "JVBERi0xLjQK";
    let mail = |attachment: &str| {
        format!(
            "From: Zoe <zoe@example.org>\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\nPlease find attached.\r\n{attachment}--b--\r\n"
        )
    };
    assert_eq!(text_of("a.eml", mail("").as_bytes()).unwrap(), "Please find attached.");
    let attached = |name: &str, body: &str| {
        format!(
            "--b\r\nContent-Type: application/octet-stream; name=\"{name}\"\r\nContent-Disposition: attachment; filename=\"{name}\"\r\n\
                 Content-Transfer-Encoding: base64\r\n\r\n{body}\r\n"
        )
    };
    let rtf = attached("cv.rtf", "e1xydGYxIFNsdXJtfQ==");
    assert_eq!(text_of("a.eml", mail(&rtf).as_bytes()).unwrap(), "Slurm");
    let options = ImportOptions::default().with_file_name("a.eml");
    let read =
        |mail: &str| import_documents::<Candidate>(mail.as_bytes(), &options, &limits()).unwrap().documents.remove(0).1;
    let letter = mail(&rtf).replace(
        "Please find attached.",
        "Dear team,\r\nI would like to run your cluster.\r\nCurrent salary: 1\r\nzoe@home.example",
    );
    let candidate = read(&letter);
    assert_eq!(candidate.summary.as_deref(), Some("Slurm"), "the letter is no part of the résumé");
    let custom = serde_json::to_value(&candidate.custom).unwrap();
    assert_eq!(custom["cover_letter"], "Dear team,\nI would like to run your cluster.", "{custom}");
    assert_eq!(custom["emails"], serde_json::json!(["zoe@home.example"]));
    assert!(!read(&mail("")).custom.contains_key("cover_letter"));
    let error = text_of("a.eml", mail(&attached("cv.pdf", resume)).as_bytes()).unwrap_err();
    assert!(error.contains("the attachment \"cv.pdf\""), "{error}");
}

/// A PDF of one page with this content, and an image `/I` to draw.
pub(crate) fn pdf(content: &str) -> Vec<u8> {
    pdf_of("", content.as_bytes())
}

/// The same of a content that is packed by a filter.
pub(crate) fn pdf_of(filter: &str, content: &[u8]) -> Vec<u8> {
    let stream =
        [format!("<</Length {}{filter}>>stream\n", content.len()).as_bytes(), content, b"\nendstream"].concat();
    let objects = [
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>/Font<</F 6 0 R>>>>>>".to_vec(),
        stream,
        b"<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>stream\nx\nendstream".to_vec(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec(),
    ];
    let (mut file, mut places) = (b"%PDF-1.4\n".to_vec(), Vec::new());
    for (number, object) in (1..).zip(&objects) {
        places.push(file.len());
        file.extend(format!("{number} 0 obj").into_bytes());
        file.extend(object);
        file.extend(b"endobj\n");
    }
    let table: String =
        places.iter().map(|place| format!("{place:010} 00000 n ")).collect::<Vec<_>>().join("\n") + "\n";
    let start = file.len();
    let end =
        format!("xref\n0 7\n0000000000 65535 f \n{table}trailer<</Size 7/Root 1 0 R>>\nstartxref\n{start}\n%%EOF");
    file.extend(end.into_bytes());
    file
}

#[test]
fn a_scan_is_said_to_be_one() {
    let error = text_of("scan.pdf", &pdf("q 600 0 0 800 0 0 cm /I Do Q")).unwrap_err();
    assert!(error.contains("the PDF is a scan") && error.contains("OCR"), "{error}");
    let error = text_of("empty.pdf", &pdf("")).unwrap_err();
    assert!(error.contains("shows no text"), "{error}");
    assert_eq!(text_of("some.pdf", &pdf("BT /F 12 Tf 50 700 Td (Slurm) Tj ET /I Do")).unwrap(), "Slurm");
}

#[test]
fn what_nobody_sees_of_a_page_is_not_read() {
    let content =
        "BT /F 12 Tf 50 700 Td (seen) Tj ET BT /F 1 Tf 50 600 Td (tiny) Tj ET BT /F 12 Tf 50 -900 Td (below) Tj ET";
    assert_eq!(text_of("a.pdf", &pdf(content)).unwrap(), "seen");
}

#[test]
fn a_folder_is_imported_and_one_bad_file_is_told_by_its_name() {
    let folder = Folder::new()
        .with("in/anna.txt", "Anna Moe\nanna.moe@example.org\n\nSix years of Slurm and Lustre.")
        .with("in/old/bo.rtf", r"{\rtf1 Bo Vale\par React developer}")
        .with("in/photo.jpg", "not a document")
        .with("in/.hidden", "not listed")
        .with("role.txt", "HPC engineer\n\nRequirements:\n- Slurm\n- Lustre");
    let run = folder.run(&["import", "--from", "documents", "--data-dir", "data", "--candidates", "in"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("skipped in:3 (photo.jpg): photo.jpg: no kind of file that is read"), "{}", run.stderr);
    assert!(run.stderr.contains("2 candidates imported (2 new, 0 replaced), 1 line skipped"), "{}", run.stderr);
    assert!(run.stderr.contains("read as documents candidates"), "{}", run.stderr);
    let run =
        folder.run(&["rank", "--roles", "role.txt", "--candidates", "in", "--as-of", "2026-11-01", "--format", "json"]);
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(answer["results"][0]["candidate_id"], "anna.txt", "{}", run.stderr);
    assert_eq!(answer["results"][0]["name"], "Anna Moe");
}

#[test]
fn of_an_archive_of_500_resumes_one_bad_file_is_told_by_its_name() {
    let resumes: Vec<(String, Vec<u8>)> = (0..500)
        .map(|number| {
            if number == 250 {
                return ("broken.docx".to_owned(), b"PK no archive".to_vec());
            }
            let text = format!("Anna Moe\nanna{number}@example.org\n\n{} years of Slurm.", number % 20 + 1);
            (format!("resume-{number:03}.txt"), text.into_bytes())
        })
        .collect();
    let files: Vec<(&str, &[u8])> = resumes.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let folder = Folder::new();
    fs::write(folder.path().join("resumes.zip"), zipped(&files)).unwrap();
    let run = folder.run(&["import", "--from", "documents", "--data-dir", "data", "--candidates", "resumes.zip"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("499 candidates imported (499 new, 0 replaced), 1 line skipped"), "{}", run.stderr);
    assert!(run.stderr.contains("broken.docx"), "{}", run.stderr);
}

/// On a terminal and beside it: as `script` makes one, where there is such a program.
#[test]
fn progress_of_an_archive_is_shown_on_a_terminal_alone() {
    let files: Vec<(String, String)> =
        (0..200).map(|n| (format!("cv-{n:03}.txt"), format!("Anna Moe\n\n{n} years of Slurm."))).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let folder = Folder::new().with("role.txt", "HPC engineer\n\nRequirements:\n- Slurm");
    fs::write(folder.path().join("cvs.zip"), zipped(&files)).unwrap();
    let run = folder.run(&["import", "--data-dir", "data", "--candidates", "cvs.zip"]);
    assert!(run.code == 0 && !run.stderr.contains("% "), "{}", run.stderr);
    assert!(!run.stderr.contains('\r') && !run.stderr.contains('\u{1b}'), "{}", run.stderr);
    for arguments in [
        "import --data-dir other --candidates cvs.zip",
        "rank --roles role.txt --candidates cvs.zip --output out.json --format json",
    ] {
        let command = format!("'{}' {arguments}", env!("CARGO_BIN_EXE_rolefit"));
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).current_dir(folder.path()).stdin(std::process::Stdio::null());
        let Ok(output) = script.output() else {
            println!("skipped: there is no `script`, which makes a terminal");
            return;
        };
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(shown.contains("\r\u{1b}[2K32 candidates read · 16 %"), "{shown}");
    }
}

#[test]
fn archives_hold_documents_and_nothing_that_is_done() {
    let rtf = br"{\rtf1 Bo Vale\par Slurm}";
    let bomb = vec![b'x'; 21 << 20];
    let archive = zipped(&[
        ("a/cv.rtf", rtf),
        ("b/cv.rtf", rtf),
        ("../../evil.txt", b"Slurm"),
        ("/etc/cron.d/evil.txt", b"Slurm"),
        ("bomb.txt", &bomb),
        ("inner.zip", &zipped(&[("x.txt", b"Slurm")])),
        ("macro.vbs", b"MsgBox"),
        ("__MACOSX/._cv.rtf", b"x"),
        ("bad.pdf", b"%PDF-1.4"),
    ]);
    let read = import_documents::<Candidate>(&archive, &ImportOptions::default(), &limits()).unwrap();
    let ids: Vec<&str> = read.documents.iter().map(|(_, candidate)| candidate.id.as_str()).collect();
    assert_eq!(ids, [".. - .. - evil.txt", "- etc - cron.d - evil.txt", "a - cv.rtf", "b - cv.rtf"]);
    let refused: Vec<&str> = read.refused.iter().map(|bad| bad.id.as_deref().unwrap()).collect();
    assert_eq!(refused, ["bad.pdf", "bomb.txt", "inner.zip", "macro.vbs"]);
    assert!(read.refused[1].to_string().contains("more than 20 MiB unpacked"), "{}", read.refused[1]);
}

#[test]
fn xml_that_grows_is_not_expanded() {
    let body = r#"<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><w:document xmlns:w="w"><w:p><w:r><w:t>Slurm&b;</w:t></w:r></w:p></w:document>"#;
    let file = zipped(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", body.as_bytes())]);
    assert_eq!(text_of("a.docx", &file).unwrap(), "Slurm");
    let deep = docx(&"<w:p>".repeat(100_000));
    assert!(text_of("a.docx", &deep).unwrap_err().contains("nested"));
}

#[test]
fn files_are_read_over_http() {
    let service = Service::start(None);
    let content = "BT /F 20 Tf 50 740 Td (Anna Moe) Tj /F 12 Tf 0 -30 Td (Six years of Slurm) Tj ET";
    let file = pdf(content);
    let told = service.post_as("application/pdf", "/v1/extract", file.clone()).json();
    assert_eq!(
        (&told["text"], &told["skills"][0]["label"]),
        (&json!("Anna Moe\nSix years of Slurm"), &json!("Slurm")),
        "{told}"
    );
    let told = service.post_as("application/pdf", "/v1/candidates/import?file_name=anna.pdf", file).json();
    assert_eq!((&told["format"], &told["documents"][0]["id"]), (&json!("documents"), &json!("anna.pdf")), "{told}");
    let kept = service.get("/v1/candidates/anna.pdf").json();
    assert_eq!((&kept["name"], &kept["summary"]), (&json!("Anna Moe"), &json!("Six years of Slurm")));
    let mail = b"From: a@example.org\r\nSubject: x\r\n\r\nSix years of Lustre.\r\n";
    let told = service.post_as("message/rfc822", "/v1/candidates/import", mail.as_slice()).json();
    assert_eq!((&told["format"], &told["refused"]), (&json!("documents"), &json!([])), "{told}");
    let told = service
        .post_as("text/plain", "/v1/roles/import?from=documents&file_name=r.txt", "HPC engineer\n\nSlurm")
        .json();
    assert_eq!(told["documents"][0]["id"], "r.txt");
    assert_eq!(service.get("/v1/roles/r.txt").json()["title"], "HPC engineer");
    let scan = pdf("/I Do");
    let (status, code) = service.post_as("application/pdf", "/v1/extract", scan).problem();
    assert_eq!((status, code.as_str()), (400, "malformed"));
}

#[test]
fn the_text_of_a_file_is_told_with_its_facts() {
    let folder = Folder::new();
    fs::write(folder.path().join("a.pdf"), pdf("BT /F 12 Tf 50 700 Td (Six years of Slurm) Tj ET")).unwrap();
    let run = folder.run(&["extract", "a.pdf"]);
    let told: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (&told["text"], &told["skills"][0]["start"]),
        (&json!("Six years of Slurm"), &json!(13)),
        "{}",
        run.stderr
    );
    fs::write(folder.path().join("b.pdf"), pdf("/I Do")).unwrap();
    let run = folder.run(&["extract", "b.pdf"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("b.pdf") && run.stderr.contains("scan"), "{}", run.stderr);
}
