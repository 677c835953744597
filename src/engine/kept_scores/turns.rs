//! Who judges: one role after the other, those that somebody waits for before those that are judged ahead.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Turns {
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    is_taken: bool,
    /// Those that somebody waits for.
    n_waiting: usize,
}

/// Held by whoever judges.
pub(super) struct Turn<'t> {
    turns: &'t Turns,
    is_ahead: bool,
}

impl Turns {
    /// Waits for a turn: `is_ahead` for a role that nobody has asked for yet.
    pub(super) fn take(&self, is_ahead: bool) -> Turn<'_> {
        self.wait(is_ahead);
        Turn { turns: self, is_ahead }
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, is_ahead: bool) {
        let mut state = self.locked();
        state.n_waiting += usize::from(!is_ahead);
        while state.is_taken || (is_ahead && state.n_waiting > 0) {
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.n_waiting -= usize::from(!is_ahead);
        state.is_taken = true;
    }

    fn free(&self) {
        self.locked().is_taken = false;
        self.freed.notify_all();
    }
}

impl Turn<'_> {
    /// Lets those go first that somebody waits for, where nobody waits for this one.
    pub(super) fn give_way(&self) {
        if self.is_ahead && self.turns.locked().n_waiting > 0 {
            self.turns.free();
            self.turns.wait(true);
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turns.free();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn whoever_judges_ahead_gives_way_to_whoever_is_waited_for_and_goes_on_after() {
        let (turns, order) = (Turns::default(), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            let ahead = turns.take(true);
            ahead.give_way();
            scope.spawn(|| {
                let _turn = turns.take(false);
                order.lock().unwrap().push("asked");
            });
            while turns.locked().n_waiting == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            ahead.give_way();
            order.lock().unwrap().push("ahead");
        });
        assert_eq!(*order.lock().unwrap(), ["asked", "ahead"]);
        drop(turns.take(false));
    }
}
