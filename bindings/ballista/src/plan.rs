//! The plan of a ranking: parts of the pool, ranked each for itself; what was found is hashed by role, and merged.

use std::sync::Arc;

use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::error::Result;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::expressions::Column;
use datafusion::physical_plan::repartition::RepartitionExec;
use datafusion::physical_plan::{ExecutionPlan, Partitioning};

use crate::job::Job;
use crate::merge_exec::MergeExec;
use crate::rank_exec::RankExec;
use crate::rows::{Part, ROWS, part_batch, parts_schema};

/// So many tasks merge at most. They have little to do; several, so that no machine holds the answers of all roles.
const MAX_MERGES: usize = 8;

/// The plan that ranks these parts.
pub(crate) fn plan(job: Arc<Job>, parts: &[Part]) -> Result<Arc<dyn ExecutionPlan>> {
    let n_merges = job.roles.len().clamp(1, MAX_MERGES);
    let partitions = parts.iter().map(|part| Ok(vec![part_batch(part)?])).collect::<Result<Vec<_>>>()?;
    let source = MemorySourceConfig::try_new_exec(&partitions, parts_schema(), None)?;
    let ranked = Arc::new(RankExec::new(job, source));
    let column = |name| -> Result<Arc<dyn PhysicalExpr>> { Ok(Arc::new(Column::new_with_schema(name, &ROWS)?)) };
    let by = vec![column("kind")?, column("number")?];
    let hashed = RepartitionExec::try_new(ranked, Partitioning::Hash(by, n_merges))?;
    Ok(Arc::new(MergeExec::new(Arc::new(hashed))))
}
