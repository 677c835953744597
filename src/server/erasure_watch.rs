//! Erasures that fail, told in the log: what is still in the files must not go unseen. Nothing that an error says of a document is told.

use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;

use super::tenants::Tenants;
use crate::access::TenantName;

/// How often it is looked.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How many attempts are known to have failed, of each tenant.
#[derive(Debug, Default)]
pub(super) struct ErasureWatch(HashMap<TenantName, u64>);

impl ErasureWatch {
    /// Looks for ever.
    pub(super) async fn run(mut self, tenants: Tenants) -> Infallible {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            self.look(&tenants);
        }
    }

    fn look(&mut self, tenants: &Tenants) {
        for (tenant, status) in tenants.statuses() {
            let known = self.0.entry(tenant.clone()).or_default();
            if status.erasures_failed > *known {
                *known = status.erasures_failed;
                let reason = status.erasure_failure.map(|kind| format!("{kind:?}"));
                tracing::error!(
                    %tenant,
                    failed = status.erasures_failed,
                    pending = status.erasures_pending,
                    reason,
                    "an erasure failed, and is tried again: what was to be erased is still in the files"
                );
            }
        }
    }
}
