//! Ctrl-C while a file is written: what is half written goes, and the program ends as it would have.
//!
//! Before any file is begun the program has nothing to clean up, and signals do what they always do.

/// From now on, being told to end removes unfinished output first.
#[cfg(unix)]
pub(super) fn remove_unfinished_output() {
    use std::sync::Once;
    use std::thread;

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use crate::files::OutputFile;

    static ARMED: Once = Once::new();
    ARMED.call_once(|| {
        // Where signals cannot be watched, a hidden file may stay behind; the target is whole in any case.
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        thread::spawn(move || {
            for signal in signals.forever() {
                OutputFile::remove_unfinished();
                let _ = emulate_default_handler(signal);
            }
        });
    });
}

#[cfg(not(unix))]
pub(super) fn remove_unfinished_output() {}
