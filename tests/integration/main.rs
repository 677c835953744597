//! One test binary; its modules mirror the commands, the routes, and the promises.

mod annotated;
mod architecture;
#[cfg(feature = "cli")]
mod campaign;
#[cfg(feature = "cli")]
mod cli_data_dir;
#[cfg(feature = "cli")]
mod cli_evaluate;
#[cfg(feature = "cli")]
mod cli_extract;
#[cfg(feature = "cli")]
mod cli_help;
#[cfg(feature = "cli")]
mod cli_inputs;
#[cfg(feature = "cli")]
mod cli_market;
#[cfg(feature = "cli")]
mod cli_privacy;
#[cfg(feature = "cli")]
mod cli_rank;
#[cfg(feature = "cli")]
mod cli_search;
#[cfg(feature = "cli")]
mod cli_shards;
#[cfg(feature = "cli")]
mod cli_similar;
#[cfg(feature = "cli")]
mod cli_skills;
#[cfg(feature = "cli")]
mod cli_upkeep;
#[cfg(feature = "cli")]
mod cli_what_if;
#[cfg(all(feature = "cli", feature = "server"))]
mod crashes;
#[cfg(feature = "cli")]
mod damage;
#[cfg(feature = "cli")]
mod fuzzing;
#[cfg(feature = "cli")]
mod histories;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_backup;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_bulk;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_conditions;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_documents;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_errors;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_knowledge;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_lifecycle;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_market;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_matches;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_pages;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_search;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_service;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_slow_clients;
#[cfg(all(feature = "cli", feature = "server"))]
mod http_what_if;
#[cfg(all(feature = "cli", feature = "server"))]
mod power_cuts;
#[cfg(feature = "cli")]
mod program;
#[cfg(feature = "cli")]
mod readme;
mod read_back;
mod data_directory;
mod dresses;
mod engine_on_disk;
mod explanations;
mod filters;
mod judgement;
mod knowledge;
mod found_wrong;
mod languages;
mod lengths;
mod promises;
mod resolution;
mod sample_data;
mod similar;
mod stuffing;
#[cfg(all(feature = "cli", feature = "server"))]
mod system_faults;
mod taxonomy_coverage;
mod text_search;
mod told_practices;
mod what_if;
