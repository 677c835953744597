//! Documents of other systems: each fixture of `tests/imports` becomes the documents that are kept beside it, and what must be true of
//! all of them is.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rolefit::intake::{Document, ImportFormat, ImportOptions, ImportedDocuments, import_documents};
use rolefit::{Candidate, Engine, Limits, Role};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imports")
}

struct Fixture {
    format: ImportFormat,
    /// `lever/roles.json`
    name: String,
    is_role: bool,
    bytes: Vec<u8>,
}

impl Fixture {
    /// Whether it is of JSON, one document a line or otherwise.
    fn is_json(&self) -> bool {
        Path::new(&self.name).extension().is_some_and(|ending| ending == "json" || ending == "jsonl")
    }
}

/// All of them; that of an archive is made here of its files.
fn fixtures() -> Vec<Fixture> {
    let mut found = Vec::new();
    for format in ImportFormat::all()
        .filter(|format| !matches!(format, ImportFormat::Rolefit | ImportFormat::Csv | ImportFormat::Documents))
    {
        for file in fs::read_dir(folder().join(format.as_str())).unwrap().map(|file| file.unwrap().path()) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let kinds: &[bool] = match name.as_str() {
                "imported" => continue,
                // A dump holds both.
                "dump.sql" => &[false, true],
                other => &[other.starts_with("roles")],
            };
            if file.is_dir() && !cfg!(feature = "archives") {
                continue;
            }
            for is_role in kinds {
                let bytes = if file.is_dir() { zipped(&file) } else { fs::read(&file).unwrap() };
                found.push(Fixture { format, name: format!("{format}/{name}"), is_role: *is_role, bytes });
            }
        }
    }
    found.sort_by(|a, b| (&a.name, a.is_role).cmp(&(&b.name, b.is_role)));
    assert!(found.len() >= 18, "{} fixtures", found.len());
    found
}

#[cfg(feature = "archives")]
fn zipped(folder: &Path) -> Vec<u8> {
    use std::io::Write as _;

    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    for file in files {
        let name = format!("Basic_LinkedInDataExport/{}", file.file_name().unwrap().to_string_lossy());
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(&fs::read(&file).unwrap()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[cfg(not(feature = "archives"))]
fn zipped(_: &Path) -> Vec<u8> {
    unreachable!("archives are left out")
}

/// The documents as they are exported, a line each; what was refused, and the report.
struct Outcome {
    format: ImportFormat,
    guessed: bool,
    documents: Vec<String>,
    refused: Vec<String>,
    report: rolefit::intake::ImportReport,
}

fn import(fixture: &Fixture, options: &ImportOptions) -> Outcome {
    fn outcome<T: Document>(imported: ImportedDocuments<T>) -> Outcome {
        Outcome {
            format: imported.format,
            guessed: imported.guessed,
            documents: imported
                .documents
                .iter()
                .map(|(_, document)| serde_json::to_string(document).unwrap())
                .collect(),
            refused: imported.refused.iter().map(ToString::to_string).collect(),
            report: imported.report,
        }
    }
    let limits = Limits::default();
    if fixture.is_role {
        outcome(import_documents::<Role>(&fixture.bytes, options, &limits).unwrap())
    } else {
        outcome(import_documents::<Candidate>(&fixture.bytes, options, &limits).unwrap())
    }
}

/// What is read of it, for people to look at: after a change, `UPDATE_IMPORTS=1 cargo test imports`, and read the difference.
#[test]
fn fixtures_become_the_documents_beside_them() {
    for fixture in fixtures() {
        let outcome = import(&fixture, &ImportOptions::default());
        let mut text = format!("{}, guessed: {}\n", outcome.format, outcome.guessed);
        outcome.report.lines().iter().for_each(|line| writeln!(text, "{line}").unwrap());
        outcome.refused.iter().for_each(|line| writeln!(text, "refused {line}").unwrap());
        for document in &outcome.documents {
            let document: Value = serde_json::from_str(document).unwrap();
            writeln!(text, "{document:#}").unwrap();
        }
        let (format, name) = fixture.name.split_once('/').unwrap();
        let kind = if fixture.is_role { "role" } else { "candidate" };
        let kept = folder().join(format).join(format!("imported/{name}.{kind}.txt"));
        if std::env::var_os("UPDATE_IMPORTS").is_some() {
            fs::create_dir_all(kept.parent().unwrap()).unwrap();
            fs::write(&kept, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(&kept).unwrap_or_default(), text, "{}", kept.display());
    }
}

#[test]
fn the_format_is_guessed_and_saying_it_changes_nothing() {
    for fixture in fixtures() {
        let guessed = import(&fixture, &ImportOptions::default());
        assert_eq!((guessed.format, guessed.guessed), (fixture.format, true), "{}", fixture.name);
        let said = import(&fixture, &ImportOptions::default().with_from(fixture.format));
        assert_eq!((said.format, said.guessed), (fixture.format, false), "{}", fixture.name);
        assert_eq!(said.documents, guessed.documents, "{}", fixture.name);
    }
}

#[test]
fn what_is_exported_is_imported_again_as_the_same_bytes() {
    for fixture in fixtures() {
        let first = import(&fixture, &ImportOptions::default());
        assert!(!first.documents.is_empty(), "{}", fixture.name);
        let exported = Fixture { bytes: first.documents.join("\n").into_bytes(), ..fixture };
        let second = import(&exported, &ImportOptions::default());
        assert_eq!(second.format, ImportFormat::Rolefit, "{}", exported.name);
        assert_eq!(second.documents, first.documents, "{}", exported.name);
        assert_eq!(kept(&second.documents, exported.is_role), first.documents, "{} in a store", exported.name);
    }
}

/// What an engine that keeps these documents exports, in the order of the documents.
fn kept(documents: &[String], is_role: bool) -> Vec<String> {
    let (engine, mut lines) = (Engine::in_memory(), Vec::new());
    if is_role {
        let roles: Vec<Role> = documents.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        engine.put_roles(&roles).unwrap().into_iter().for_each(|written| assert!(written.is_ok()));
        engine.export_roles(&mut lines).unwrap();
    } else {
        let people: Vec<Candidate> = documents.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        engine.put_candidates(&people).unwrap().into_iter().for_each(|written| assert!(written.is_ok()));
        engine.export_candidates(&mut lines).unwrap();
    }
    let mut exported: Vec<String> = String::from_utf8(lines).unwrap().lines().map(str::to_owned).collect();
    let place = |line: &String| documents.iter().position(|document| document == line);
    exported.sort_by_key(place);
    exported
}

/// Every format has its fixtures, or is read by another test.
#[test]
fn every_format_is_among_the_fixtures() {
    let found: std::collections::BTreeSet<&str> = fixtures().iter().map(|fixture| fixture.format.as_str()).collect();
    let elsewhere = [ImportFormat::Rolefit, ImportFormat::Csv, ImportFormat::Documents];
    for format in ImportFormat::all().filter(|format| !elsewhere.contains(format)) {
        assert!(found.contains(format.as_str()) || !cfg!(feature = "archives"), "{format}");
    }
}

/// Tables and files that people write become documents that an export keeps byte by byte, as do all others.
#[test]
fn tables_and_written_files_are_exported_as_the_same_bytes() {
    let table = b"id,name,headline,skills\nc-1,Ann,Engineer,Slurm;Lustre\nc-2,Bo,Admin,CUDA\n".to_vec();
    let letter = b"Anna Moe\nanna.moe@example.org\n\nSix years of Slurm and Lustre.".to_vec();
    for (format, name, bytes) in
        [(ImportFormat::Csv, "people.csv", table), (ImportFormat::Documents, "anna.txt", letter)]
    {
        let fixture = Fixture { format, name: name.to_owned(), is_role: false, bytes };
        let options = ImportOptions::default().with_from(Some(format)).with_file_name(name);
        let first = import(&fixture, &options);
        assert!(!first.documents.is_empty(), "{name}");
        assert_eq!(kept(&first.documents, false), first.documents, "{name}");
        let exported = Fixture { bytes: first.documents.join("\n").into_bytes(), ..fixture };
        assert_eq!(import(&exported, &ImportOptions::default()).documents, first.documents, "{name}");
    }
}

#[test]
fn every_value_is_counted_once() {
    for fixture in fixtures().iter().filter(|fixture| fixture.is_json()) {
        let sources = sources(&fixture.bytes);
        assert_eq!(
            import(fixture, &ImportOptions::default()).report.values(),
            sources.iter().map(n_values).sum::<usize>(),
            "{}",
            fixture.name
        );
    }
}

/// Whatever stands in a place of a document, the others are read as before, and nothing is lost.
#[test]
fn a_value_of_another_sort_harms_no_other() {
    let others = [
        Value::Null,
        "".into(),
        "words".into(),
        (-3).into(),
        true.into(),
        serde_json::json!([]),
        serde_json::json!({}),
        serde_json::json!(["a", {"b": [null, 2]}]),
        serde_json::json!({"name": "Gender", "value": "x", "current_salary": 5}),
    ];
    for fixture in fixtures().iter().filter(|fixture| fixture.is_json()) {
        let source = sources(&fixture.bytes).remove(0);
        let mut places = Vec::new();
        all_places(&source, String::new(), &mut places);
        for place in places {
            for other in &others {
                let mut changed = source.clone();
                *changed.pointer_mut(&place).unwrap() = other.clone();
                let n_values = n_values(&changed);
                let changed =
                    Fixture { bytes: changed.to_string().into_bytes(), name: fixture.name.clone(), ..*fixture };
                let outcome = import(&changed, &ImportOptions::default().with_from(fixture.format));
                if outcome.refused.is_empty() {
                    assert_eq!(outcome.report.values(), n_values, "{} {place} {other}", fixture.name);
                } else {
                    panic!("{} {place} {other}: {:?}", fixture.name, outcome.refused);
                }
            }
        }
    }
}

#[test]
fn what_people_are_and_were_paid_is_in_no_document() {
    // As the fixtures have it: birth dates, gender, race, photos, streets, codes, pay of now.
    let words = [
        "1990", "1988", "gender", "\"race", "pronoun", "she/her", "ethnic", "veteran", ".jpg", "Elm St", "78701",
        "89501", "Maiden", "Petit", "current", "140000", "150000\"", "$80", "90k", "90000", "military",
    ];
    for fixture in fixtures().iter().filter(|fixture| !fixture.is_role) {
        for document in import(fixture, &ImportOptions::default()).documents {
            let document = document.replace("\"current\":true", "");
            let found = words.iter().find(|word| document.to_lowercase().contains(&word.to_lowercase()));
            assert_eq!(found, None, "{}: {document}", fixture.name);
        }
    }
}

#[test]
fn names_are_in_the_name_alone() {
    let names = [
        "Zoë", "Núñez", "Bo ", "Amara", "Søndergaard", "Chidi", "Dana", "Eun-ji", "Äkerman", "Hugo", "Ó Briain",
        "Joss", "Ørsted", "O'Neill", "Noor", "Haddad", "Élodie", "Marchand",
    ];
    for fixture in fixtures().iter().filter(|fixture| !fixture.is_role) {
        for document in import(fixture, &ImportOptions::default()).documents {
            let mut document: Value = serde_json::from_str(&document).unwrap();
            let fields = document.as_object_mut().unwrap();
            fields.remove("name");
            fields.remove("custom");
            let scored = document.to_string();
            assert!(names.iter().all(|name| !scored.contains(name)), "{}: {scored}", fixture.name);
        }
    }
}

#[test]
fn a_format_that_has_no_such_documents_is_said() {
    let options = ImportOptions::default().with_from(ImportFormat::LinkedIn);
    let error = import_documents::<Role>(b"{}", &options, &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "the format linkedin has no roles; expected another one of the formats");
}

#[test]
fn damaged_pages_archives_and_dumps_are_errors_or_what_is_left_of_them() {
    for fixture in fixtures().iter().filter(|fixture| !fixture.is_json()) {
        let length = fixture.bytes.len();
        for cut in (0..length).step_by((length / 97).max(1)) {
            let _ = import_documents::<Candidate>(&fixture.bytes[..cut], &ImportOptions::default(), &Limits::default());
            let mut changed = fixture.bytes.clone();
            changed[cut] ^= 0x55;
            let _ = import_documents::<Role>(&changed, &ImportOptions::default(), &Limits::default());
            let _ = import_documents::<Candidate>(&changed, &ImportOptions::default(), &Limits::default());
        }
    }
}

/// The documents of a JSON file: of a list, of an answer of an API, or one a line.
fn sources(bytes: &[u8]) -> Vec<Value> {
    match serde_json::from_slice::<Value>(bytes) {
        Ok(Value::Array(list)) => list,
        Ok(Value::Object(map)) => match ["jobs", "results", "data"].iter().find_map(|list| map.get(*list)) {
            Some(list) => list.as_array().unwrap().clone(),
            None => vec![Value::Object(map)],
        },
        _ => str::from_utf8(bytes).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    }
}

fn n_values(value: &Value) -> usize {
    match value {
        Value::Null => 0,
        Value::String(text) => usize::from(!text.trim().is_empty()),
        Value::Array(items) => items.iter().map(n_values).sum(),
        Value::Object(map) => map.values().map(n_values).sum(),
        _ => 1,
    }
}

fn all_places(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| all_places(item, format!("{at}/{index}"), places));
        }
        Value::Object(map) => map.iter().for_each(|(key, item)| {
            all_places(item, format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), places);
        }),
        _ => {}
    }
    if !at.is_empty() {
        places.push(at);
    }
}
