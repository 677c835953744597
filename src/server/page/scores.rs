//! What is judged beside, so that the next question about a role is answered at once.

use crate::RoleId;
use crate::server::app::App;

/// Judges everybody for a role, where that is not done: weights that are moved, gates that are switched, filters and the pool are then
/// answered from what it came to. Until then they are judged as they are asked; answers are the same.
pub(super) fn keep_beside(app: &App, role: &RoleId) {
    let lacks = app.engine().is_ok_and(|engine| engine.lacks_scores(role));
    if lacks {
        let (app, role) = (app.clone(), role.clone());
        // Nobody waits for it, and nobody misses it: it begins again with the next page of the role.
        tokio::spawn(async move { drop(app.run(move |engine, _| Ok(engine.keep_scores(&role)?)).await) });
    }
}
