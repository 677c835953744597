//! Tests of what titles name.

use super::*;

fn first(title: &str) -> String {
    let taxonomy = Taxonomy::builtin();
    let signs = title_signs(title, taxonomy.families());
    signs.first().map_or_else(|| "none".to_owned(), |sign| taxonomy.families().get(sign.family).id.to_string())
}

#[test]
fn a_title_with_more_words_takes_the_place_of_the_one_within() {
    let taxonomy = Taxonomy::builtin();
    let families = taxonomy.families();
    let names = |title: &str| -> Vec<String> {
        title_signs(title, families).iter().map(|sign| families.get(sign.family).id.to_string()).collect()
    };
    assert_eq!(names("GPU Cluster Engineer"), ["cluster_operations"]);
    assert_eq!(names("GPU Engineer"), ["gpu_kernels"]);
}

#[test]
fn what_the_employer_does_makes_no_engineer_of_another_trade() {
    assert_eq!(first("is a principal engineer at a large social media company"), "none");
    assert_eq!(first("is a social media specialist at a large company"), "beside");
}

#[test]
fn titles_name_their_family() {
    for (title, family) in [
        ("Senior AI-HPC Cluster Engineer", "cluster_operations"),
        ("AI Infrastructure Engineer", "cluster_operations"),
        ("HPC Network Engineer", "fabric_networking"),
        ("Senior Engineer, Storage", "parallel_storage"),
        ("Security Engineer, AI Infrastructure", "security"),
        ("Data Engineer, LLM pre-training", "data_engineering"),
        ("Engineering Manager, AI Infrastructure", "cluster_operations"),
        ("Engineering Manager", "engineering_management"),
        ("Java developer at a maker of GPU clusters", "software_general"),
        ("Engineer at a supercomputing centre", "cluster_operations"),
        ("Member of Technical Staff, Pretraining Data", "data_engineering"),
        ("Kubernetes Platform Engineer (GPU)", "sre_cloud"),
        ("Solutions Architect - AI & HPC (EMEA)", "solutions"),
        ("Critical Facilities Engineer", "facilities"),
        ("Linux Kernel Driver Engineer", "drivers_firmware"),
        ("Parallel File System Engineer", "parallel_storage"),
        ("GPU Performance Engineer", "gpu_kernels"),
        ("GPU Compiler Engineer", "compilers_runtimes"),
        ("GPU RTL Design Engineer", "gpu_hardware"),
        ("Rendering engineer, games", "graphics_games"),
        ("Data scientist", "applied_ml"),
        ("Java Developer", "software_general"),
        ("Advocate", "other"),
        ("Zymurgist", "none"),
    ] {
        assert_eq!(first(title), family, "{title}");
    }
}

#[test]
fn titles_in_many_wordings_name_their_family() {
    let list = include_str!("../../tests/resolution/titles.tsv");
    let rows = list.lines().filter_map(|line| line.split_once('\t'));
    let wrong: Vec<(&str, &str, String)> = rows
        .map(|(title, family)| (title, family, first(title)))
        .filter(|(_, family, found)| family != found)
        .collect();
    assert!(list.lines().count() > 250, "the list was read");
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn functions_named(title: &str) -> Vec<String> {
    let taxonomy = Taxonomy::builtin();
    let functions = taxonomy.functions();
    function_signs(title).iter().map(|sign| functions.get(sign.function).id.to_string()).collect()
}

#[test]
fn titles_name_their_function() {
    for (title, function) in [
        ("HPC systems administrator", "operates"),
        ("Developer advocate, GPU computing", "advocates"),
        ("Solutions architect, AI infrastructure", "advises"),
        ("Director, HPC and AI infrastructure", "manages"),
        ("Data center technician", "deploys"),
        ("Postdoctoral researcher", "researches"),
        ("ASIC verification engineer", "validates"),
        ("Product manager, GPU cloud", "markets"),
        ("CUDA developer", "develops"),
        ("HPC user support specialist", "supports"),
    ] {
        assert!(functions_named(title).iter().any(|found| found == function), "{title}: {:?}", functions_named(title));
    }
    assert!(functions_named("HPC engineer").is_empty());
}
