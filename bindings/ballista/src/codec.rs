//! How plans travel: our two operators as JSON, all others as Ballista writes them.

use std::sync::Arc;

use ballista_core::serde::BallistaPhysicalExtensionCodec;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};

use crate::job::Job;
use crate::merge_exec::MergeExec;
use crate::rank_exec::{RankExec, only};

/// Reads and writes plans with our operators.
#[derive(Debug, Default)]
pub(crate) struct Codec {
    others: BallistaPhysicalExtensionCodec,
}

/// What our operators begin with. No message of Ballista's does: it would be its field 14, of which there is none so long.
const RANK: &[u8] = b"rolefit rank 1\n";
const MERGE: &[u8] = b"rolefit merge 1\n";

impl PhysicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        buffer: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        if let Some(json) = buffer.strip_prefix(RANK) {
            let job: Job = serde_json::from_slice(json).map_err(|error| {
                let what = "a plan of another version; expected one version of rolefit on all machines";
                DataFusionError::Execution(format!("{what} ({error})"))
            })?;
            return Ok(Arc::new(RankExec::new(Arc::new(job), only(inputs.to_vec())?)));
        }
        if buffer == MERGE {
            return Ok(Arc::new(MergeExec::new(only(inputs.to_vec())?)));
        }
        self.others.try_decode(buffer, inputs, context, converter)
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buffer: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        if let Some(rank) = node.downcast_ref::<RankExec>() {
            buffer.extend(RANK);
            return serde_json::to_writer(buffer, &*rank.job).map_err(|error| DataFusionError::External(error.into()));
        }
        if node.is::<MergeExec>() {
            buffer.extend(MERGE);
            return Ok(());
        }
        self.others.try_encode(node, buffer, converter)
    }
}
