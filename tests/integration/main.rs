//! One test binary; its modules mirror the commands, the routes, and the promises.

mod architecture;
#[cfg(feature = "cli")]
mod cli_data_dir;
#[cfg(feature = "cli")]
mod cli_extract;
#[cfg(feature = "cli")]
mod cli_help;
#[cfg(feature = "cli")]
mod cli_rank;
#[cfg(feature = "cli")]
mod cli_skills;
#[cfg(feature = "cli")]
mod program;
mod promises;
mod sample_data;
