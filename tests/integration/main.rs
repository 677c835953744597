//! One test binary; its modules mirror the commands, the routes, and the promises.

mod architecture;
mod promises;
mod sample_data;
