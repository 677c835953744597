//! The native half of the Python package `rolefit`: documents and answers go to and fro as JSON text. What is Pythonic about the
//! package (frames, rows, pages) is in `python/rolefit`.

mod documents;
mod engine;
mod errors;
mod part;
mod ranking;
mod running;

use pyo3::prelude::*;

/// The style of the page that `rolefit rank --format html` writes.
const BRIEF_STYLE: &str = include_str!("../../../src/explain/brief.css");

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("BRIEF_STYLE", BRIEF_STYLE)?;
    module.add("RolefitError", module.py().get_type::<errors::RolefitError>())?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<part::Part>()?;
    module.add_class::<ranking::Ranking>()?;
    module.add_function(wrap_pyfunction!(documents::table_documents, module)?)?;
    module.add_function(wrap_pyfunction!(documents::import_documents, module)?)?;
    module.add_function(wrap_pyfunction!(ranking::rendered, module)?)
}
