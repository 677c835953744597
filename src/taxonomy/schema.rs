//! The JSON Schema of a user's own taxonomy file, made from the types that the file is read into.
//!
//! It tells editors what a file looks like. What only the whole taxonomy can tell (ids that lead nowhere, labels of two
//! concepts) is said by [`Taxonomy::check`] alone.

use schemars::schema_for;
use serde_json::Value;

use super::Taxonomy;
use super::data::ConceptFile;

impl Taxonomy {
    /// The JSON Schema (draft 2020-12) of a taxonomy file, as in `schemas/taxonomy.schema.json`. The file is TOML; editors
    /// hold it against a JSON Schema all the same.
    pub fn file_schema() -> Value {
        schema_for!(ConceptFile).to_value()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const FILE: &str = r#"
        [[concept]]
        id = "acme-fabric"
        label = "Acme Fabric"
        kind = "tool"
        area = "interconnect"
        weight = 1.5
        source = "own"
        related = [{ to = "infiniband", credit = 0.5 }]
        generation = { vendor = "acme", line = "fabric", order = 1, year = 2024 }
        families = { fabric_networking = 1.0 }

        [[siblings]]
        credit = 0.6
        members = ["acme-fabric", "slingshot"]
        reason = "the same work"
    "#;

    fn accepts(toml: &str) -> bool {
        let file: Value = serde_json::to_value(toml.parse::<toml::Table>().unwrap()).unwrap();
        jsonschema::draft202012::new(&Taxonomy::file_schema()).unwrap().is_valid(&file)
    }

    /// The schema is made from types that know names and kinds; the ranges are said twice and must agree.
    #[test]
    fn the_schema_refuses_what_the_check_refuses() {
        assert!(accepts(FILE));
        assert_eq!(Taxonomy::check(FILE), []);
        for (written, wrong) in [
            ("kind = \"tool\"", "kind = \"gadget\""),
            ("weight = 1.5", "weight = 2.5"),
            ("weight = 1.5", "weight = 0.01"),
            ("weight = 1.5", ""),
            ("credit = 0.5", "credit = 1.0"),
            ("credit = 0.6", "credit = 0.2"),
            ("id = \"acme-fabric\"", "id = \"Acme Fabric\""),
            ("label = \"Acme Fabric\"", "label = \"\""),
            ("source = \"own\"", "source = \"own\"\nalias = []"),
            ("order = 1", "order = -1"),
        ] {
            let file = FILE.replacen(written, wrong, 1);
            assert!(!accepts(&file), "{wrong}");
            assert!(!Taxonomy::check(&file).is_empty(), "{wrong}");
        }
    }

    #[test]
    fn checked_in_schemas_hold_the_taxonomy_file() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/taxonomy.schema.json");
        let generated = format!("{:#}\n", Taxonomy::file_schema());
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(&path, &generated).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == generated,
            "schemas/taxonomy.schema.json is out of date: run `cargo run -- schema taxonomy > \
             schemas/taxonomy.schema.json`, or this test with UPDATE_SCHEMAS=1"
        );
    }
}
