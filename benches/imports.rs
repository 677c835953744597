//! How fast are documents of other systems read? Each JSON file of `tests/imports`, its documents repeated to 20,000 with ids of their own where
//! they have one, read by one core; beside it, the same documents once they are ours.
//!
//! `cargo bench --bench imports`

use std::path::Path;
use std::time::Instant;

use rolefit::intake::{Document, ImportFormat, ImportOptions, import_documents};
use rolefit::{Candidate, Limits, Role};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const N_DOCUMENTS: usize = 20_000;

fn main() {
    println!("{:<34} {:>12} {:>12} {:>12}", "", "documents/s", "MB/s", "ours/theirs");
    for format in ImportFormat::all() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imports").join(format.as_str());
        let Ok(files) = std::fs::read_dir(folder) else { continue };
        let mut files: Vec<_> = files.map(|file| file.expect("a folder is read").path()).collect();
        files.sort();
        for file in
            files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "json" || ending == "jsonl"))
        {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with("roles") {
                measure::<Role>(format, file, &name);
            } else {
                measure::<Candidate>(format, file, &name);
            }
        }
    }
}

fn measure<T: Document>(format: ImportFormat, file: &Path, name: &str) {
    let text = std::fs::read_to_string(file).expect("the fixture is there");
    let documents: Vec<serde_json::Value> = match serde_json::from_str::<serde_json::Value>(&text) {
        Ok(serde_json::Value::Array(list)) => list,
        Ok(serde_json::Value::Object(map)) => {
            let list = ["jobs", "results", "data"].iter().find_map(|list| map.get(*list)?.as_array().cloned());
            list.unwrap_or_else(|| vec![map.into()])
        }
        _ => text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect(),
    };
    let lines: Vec<String> = (0..N_DOCUMENTS)
        .map(|n| {
            let mut document = documents[n % documents.len()].clone();
            if document.get("id").is_some() {
                document["id"] = n.into();
            }
            document.to_string()
        })
        .collect();
    let theirs = lines.join("\n");
    let (seconds, read) = timed::<T>(&theirs, Some(format));
    let ours: Vec<String> =
        read.iter().map(|document| serde_json::to_string(document).expect("a document is JSON")).collect();
    let (seconds_of_ours, _) = timed::<T>(&ours.join("\n"), Some(ImportFormat::Rolefit));
    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    let (per_second, mebibytes) = (N_DOCUMENTS as f64 / seconds, theirs.len() as f64 / 1e6 / seconds);
    println!(
        "{:<34} {per_second:>12.0} {mebibytes:>12.1} {:>12.2}",
        format!("{format}/{name}"),
        seconds_of_ours / seconds
    );
}

/// The best of three.
fn timed<T: Document>(text: &str, from: Option<ImportFormat>) -> (f64, Vec<T>) {
    let options = ImportOptions::default().with_from(from);
    let mut best = (f64::MAX, Vec::new());
    for _ in 0..3 {
        let began = Instant::now();
        let imported =
            import_documents::<T>(text.as_bytes(), &options, &Limits::default()).expect("the fixture is read");
        let seconds = began.elapsed().as_secs_f64();
        assert!(imported.refused.is_empty(), "{:?}", imported.refused);
        if seconds < best.0 {
            best = (seconds, imported.documents.into_iter().map(|(_, document)| document).collect());
        }
    }
    best
}
