//! The operator of a plan that ranks: for each part of the pool that comes in, what was found in it goes out.

use std::fmt;
use std::sync::Arc;

use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties, Partitioning, PlanProperties,
    ReplaceChildrenOptions, SendableRecordBatchStream,
};
use futures::{StreamExt, TryStreamExt, stream};
use rolefit::model::CancelToken;

use crate::job::Job;
use crate::ranking::rank_part;
use crate::rows::{ROWS, batches, parts};
use crate::submit::told;

/// Ranks parts of the pool.
pub(crate) struct RankExec {
    pub(crate) job: Arc<Job>,
    input: Arc<dyn ExecutionPlan>,
    properties: Arc<PlanProperties>,
}

impl RankExec {
    pub(crate) fn new(job: Arc<Job>, input: Arc<dyn ExecutionPlan>) -> Self {
        let n_partitions = input.output_partitioning().partition_count();
        Self { job, properties: properties(Partitioning::UnknownPartitioning(n_partitions)), input }
    }
}

/// Those of an operator whose rows come at the end.
pub(crate) fn properties(partitioning: Partitioning) -> Arc<PlanProperties> {
    let equivalence = EquivalenceProperties::new(ROWS.clone());
    Arc::new(PlanProperties::new(equivalence, partitioning, EmissionType::Final, Boundedness::Bounded))
}

/// The only input of an operator.
pub(crate) fn only(children: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
    <[_; 1]>::try_from(children)
        .map(|[input]| input)
        .map_err(|children| DataFusionError::Internal(format!("expected one input, got {}", children.len())))
}

impl fmt::Debug for RankExec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RankExec").field("n_roles", &self.job.roles.len()).finish_non_exhaustive()
    }
}

impl DisplayAs for RankExec {
    // Plans are logged: nothing of a document is said.
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RankExec: n_roles={}", self.job.roles.len())
    }
}

impl ExecutionPlan for RankExec {
    fn name(&self) -> &'static str {
        "RankExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    /// Parts are cut as they should be.
    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(Arc::new(Self::new(self.job.clone(), only(children)?)))
    }

    fn with_new_children(self: Arc<Self>, children: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(Arc::new(Self::new(self.job.clone(), only(children)?)))
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let (job, input) = (self.job.clone(), self.input.execute(partition, context)?);
        let found = input.map(move |batch| {
            let (job, parts) = (job.clone(), batch.and_then(|batch| parts(&batch)));
            async move {
                // Cancelled when the task is, and nobody polls this any more.
                let cancel = CancelOnDrop(CancelToken::new());
                let token = cancel.0.clone();
                let ranked = move || {
                    let mut rows = Vec::new();
                    for part in parts? {
                        rows.extend(rank_part(&job, &part, &token).map_err(|error| told(&error))?);
                    }
                    batches(rows)
                };
                let done = tokio::task::spawn_blocking(ranked).await;
                let batches = done.map_err(|error| DataFusionError::Execution(error.to_string()))??;
                Ok::<_, DataFusionError>(stream::iter(batches).map(Ok))
            }
        });
        let found = found.buffered(1).try_flatten();
        Ok(Box::pin(RecordBatchStreamAdapter::new(ROWS.clone(), found)))
    }
}

struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
