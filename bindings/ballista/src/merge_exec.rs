//! The operator of a plan that merges what tasks found: rows of one kind and number come to one of its partitions.

use std::fmt;
use std::sync::Arc;

use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties, Partitioning, PlanProperties,
    ReplaceChildrenOptions, SendableRecordBatchStream,
};
use futures::{StreamExt, TryStreamExt, stream};

use crate::merging::Merging;
use crate::rank_exec::{only, properties};
use crate::rows::{ROWS, batches, rows};
use crate::submit::told;

/// Merges rows that are hashed by their kind and number.
#[derive(Debug)]
pub(crate) struct MergeExec {
    input: Arc<dyn ExecutionPlan>,
    properties: Arc<PlanProperties>,
}

impl MergeExec {
    pub(crate) fn new(input: Arc<dyn ExecutionPlan>) -> Self {
        let n_partitions = input.output_partitioning().partition_count();
        Self { input, properties: properties(Partitioning::UnknownPartitioning(n_partitions)) }
    }
}

impl DisplayAs for MergeExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MergeExec")
    }
}

impl ExecutionPlan for MergeExec {
    fn name(&self) -> &'static str {
        "MergeExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    /// The plan says how it is hashed.
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
        Ok(Arc::new(Self::new(only(children)?)))
    }

    fn with_new_children(self: Arc<Self>, children: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(Arc::new(Self::new(only(children)?)))
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let mut input = self.input.execute(partition, context)?;
        let merged = async move {
            let mut merging = Merging::default();
            while let Some(batch) = input.next().await {
                for row in rows(&batch?)? {
                    merging.take_in(row).map_err(|error| told(&error))?;
                }
            }
            Ok::<_, DataFusionError>(stream::iter(batches(merging.into_rows())?).map(Ok))
        };
        Ok(Box::pin(RecordBatchStreamAdapter::new(ROWS.clone(), stream::once(merged).try_flatten())))
    }
}
