//! Pages for hiring managers: whatever documents say is text there, nothing comes from elsewhere, and a blind one names nobody.

use crate::program::Folder;

fn folder() -> Folder {
    Folder::new()
        .with("roles.jsonl", r#"{"id":"r-1","title":"HPC <b>engineer</b> & friends","must_have":["Slurm"],"nice_to_have":["Lustre","Kubernetes"]}"#)
        .with(
            "people.jsonl",
            "{\"id\":\"anna.pdf\",\"name\":\"Anna <img src=x onerror=alert(1)> Moe\",\"summary\":\"Anna Moe ran Slurm for six years. <script>alert(1)</script>\"}\n\
             {\"id\":\"bo.pdf\",\"name\":\"Bo Vale\",\"summary\":\"Bo Vale ran Lustre for two years.\"}\n",
        )
}

fn page(arguments: &[&str]) -> String {
    let folder = folder();
    let run = folder.run(&[arguments, &["--as-of", "2026-11-01", "--format", "html"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

#[test]
fn a_page_holds_the_shortlist_and_nothing_that_is_done() {
    let page = page(&["rank", "--roles", "roles.jsonl", "--candidates", "people.jsonl"]);
    for part in [
        "Anna &lt;img", "HPC &lt;b&gt;engineer", "<b>Slurm</b> met", "Kubernetes (nice to have)", "<q>",
        "<h3>Questions</h3>", "@media print",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for part in ["<script", "<img", "<b>engineer", "http:", "https:", "url(", "@import"] {
        assert!(!page.contains(part), "{part}: {page}");
    }
}

#[test]
fn a_blind_page_says_neither_name_nor_id_nor_words_of_theirs() {
    let whole = page(&["rank", "--roles", "roles.jsonl", "--candidates", "people.jsonl", "--blind"]);
    for part in ["Anna", "Moe", "Vale", "anna.pdf", "bo.pdf", "<q>"] {
        assert!(!whole.contains(part), "{part}: {whole}");
    }
    assert!(
        whole.contains("Candidate 1") && whole.contains("Candidate 2") && whole.contains("<b>Slurm</b> met"),
        "{whole}"
    );
}

#[test]
fn a_candidate_has_a_page_too() {
    let folder = folder()
        .with("role.json", r#"{"id":"r-1","title":"HPC engineer","must_have":["Slurm"]}"#)
        .with("anna.txt", "Anna Moe\n\nAnna Moe ran Slurm for six years.");
    let explain = |more: &[&str]| {
        let run = folder
            .run(&[&["explain", "role.json", "anna.txt", "--as-of", "2026-11-01", "--format", "html"], more].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    let (named, blind) = (explain(&[]), explain(&["--blind"]));
    assert!(named.contains("Anna Moe") && named.contains("<b>Slurm</b> met"), "{named}");
    assert!(!blind.contains("Anna") && !blind.contains("anna") && blind.contains("The candidate"), "{blind}");
}

#[test]
fn shards_merge_into_the_page_of_one_run() {
    let folder = folder();
    let rank = [
        "rank", "--roles", "roles.jsonl", "--candidates", "people.jsonl", "--as-of", "2026-11-01", "--format", "html",
        "--blind",
    ];
    let whole = folder.run(&rank);
    for shard in ["1/2", "2/2"] {
        let output = format!("part-{}", &shard[..1]);
        let run = folder.run(&[&rank[..], &["--shard", shard, "--output", &output]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let merged = folder.run(&["merge", "part-1", "part-2"]);
    assert_eq!(merged.stdout, whole.stdout, "{}", merged.stderr);
}
