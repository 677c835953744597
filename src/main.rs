//! The `rolefit` program.
fn main() {}
