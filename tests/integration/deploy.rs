//! The files of `docs/deploy`: what they name is there, and what they start starts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::http_access::key;
use crate::http_service::Service;
use crate::program::Folder;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn file(name: &str) -> String {
    std::fs::read_to_string(root().join("docs/deploy").join(name)).unwrap()
}

/// The values of a key of a unit file.
fn values<'t>(unit: &'t str, key: &str) -> Vec<&'t str> {
    unit.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('=')).collect()
}

#[test]
fn variables_that_are_set_are_those_of_flags() {
    let known = Folder::new().run(&["config", "default"]).stdout;
    let known: BTreeSet<&str> = known.lines().filter_map(|line| line.strip_prefix("# Variable ")).collect();
    assert!(known.len() > 8, "{known:?}");
    for name in ["Dockerfile", "compose.yml", "rolefit.service"] {
        let text = file(name);
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let unknown: Vec<&str> = words.filter(|word| word.starts_with("ROLEFIT_") && !known.contains(word)).collect();
        assert!(unknown.is_empty(), "{name}: {unknown:?}");
    }
    assert!(file("Dockerfile").contains("ROLEFIT_DATA_DIR="));
}

#[test]
fn an_image_is_built_of_what_is_there_and_runs_as_nobody_special() {
    let text = file("Dockerfile");
    let stages = text.lines().filter(|line| line.starts_with("FROM ")).count();
    assert_eq!(stages, 2, "what builds is not in the image");
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let dist = manifest.split("[profile.dist]").nth(1).unwrap();
    assert!(text.contains("--profile dist --bin rolefit") && text.contains("/src/target/dist/rolefit"));
    assert!(dist.contains("strip = true") && manifest.contains("name = \"rolefit\"\npath = \"src/main.rs\""));
    let rust = manifest.split("rust-version = \"").nth(1).unwrap().split('"').next().unwrap();
    assert!(text.contains(&format!("FROM rust:{rust}-")), "expected the compiler that the crate asks for, {rust}");
    let last = |instruction: &str| text.lines().rfind(|line| line.starts_with(instruction)).unwrap();
    assert!(!["USER root", "USER 0", "USER 0:0"].contains(&last("USER ")));
    assert!(text.find("USER ").unwrap() < text.find("ENTRYPOINT ").unwrap());
    assert!(last("HEALTHCHECK ").contains("CMD [\"rolefit\", \"healthcheck\"]"));
    // The image's user owns the volume.
    assert!(text.contains("/var/lib/rolefit") && text.contains("--owner=10001"));
}

/// What the image does, without one: its variables, the first key, the service on all addresses, and the check of its health.
#[test]
fn what_the_image_starts_is_healthy_and_asks_for_its_key() {
    let folder = Folder::new();
    let data = folder.path().join("data");
    let serve = || {
        let mut command = folder.command(&["serve"]);
        command.env("ROLEFIT_DATA_DIR", &data).env("ROLEFIT_LISTEN", "0.0.0.0:0");
        command
    };
    let refused = serve().output().unwrap();
    assert!(!refused.status.success(), "without a key it does not listen to other machines");
    let admin = key(&data, &["--scope", "admin", "--name", "prometheus"]);
    let mut command = serve();
    // The harness takes the variable of the directory away: here it is a flag.
    command.arg("--data-dir").arg(&data);
    let mut service = Service::spawn(command).with_key(&admin);
    service.address = service.address.replace("0.0.0.0", "127.0.0.1");
    service.wait_until_ready();
    let listening = service.address.replace("127.0.0.1", "0.0.0.0");
    for arguments in [&["healthcheck"][..], &["healthcheck", "--ready"]] {
        let output = folder.command(arguments).env("ROLEFIT_LISTEN", &listening).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(service.get("/metrics").status, 200);
    let elsewhere = service.address.clone();
    service.terminate();
    assert!(service.wait().success());
    let gone = folder.run(&["healthcheck", &elsewhere]);
    assert!(gone.code == 1 && gone.stderr.contains("does not answer"), "{}", gone.stderr);
}

#[test]
fn what_compose_mounts_is_there() {
    let text = file("compose.yml");
    let mounted: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("- ./")?.split(':').next())
        // Certificates are the operator's own.
        .filter(|name| *name != "tls")
        .collect();
    assert!(mounted.len() >= 3, "{mounted:?}");
    for name in mounted {
        assert!(root().join("docs/deploy").join(name).is_file(), "{name}");
    }
    assert!(root().join("docs/deploy").join("../../docs/deploy/Dockerfile").is_file());
    let prometheus = file("prometheus.yml");
    assert!(prometheus.contains("rule_files: [alerts.yml]") && prometheus.contains("metrics_path: /metrics"));
    assert!(file("nginx.conf").contains("access_log off;"), "paths hold ids of people");
}

/// A unit as systemd sees it where the program lies in this build.
fn unit() -> String {
    file("rolefit.service").replace("/usr/local/bin/rolefit", env!("CARGO_BIN_EXE_rolefit"))
}

#[test]
fn a_unit_starts_the_program_with_arguments_that_it_takes() {
    let folder = Folder::new().with("rolefit.toml", "listen = \"127.0.0.1:0\"\ndata-dir = \"data\"\n");
    let unit = unit();
    let words = |key: &str| -> Vec<String> {
        let line = values(&unit, key).pop().unwrap().replace("/etc/rolefit/rolefit.toml", "rolefit.toml");
        line.split(' ').skip(1).map(str::to_owned).collect()
    };
    let check = words("ExecStartPre");
    let run = folder.run(&check.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let serve = words("ExecStart");
    let service = Service::spawn(folder.command(&serve.iter().map(String::as_str).collect::<Vec<_>>()));
    service.wait_until_ready();
    assert_eq!(values(&unit, "ExecReload"), ["/bin/kill -HUP $MAINPID"]);
}

#[test]
fn systemd_takes_the_unit_where_it_is_there_to_ask() {
    let analyze =
        ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"].map(PathBuf::from).into_iter().find(|p| p.is_file());
    let Some(analyze) = analyze else {
        eprintln!("systemd-analyze is not installed: nobody has verified the unit");
        return;
    };
    // The user is made by whoever installs it.
    let folder = Folder::new().with("rolefit.service", &unit().replace("=rolefit\n", "=root\n"));
    let output = Command::new(analyze).arg("verify").arg(folder.path().join("rolefit.service")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && !said.contains("rolefit.service:"), "{said}");
}
