//! What the system tells of this process, by the names that every Prometheus client gives it. Nothing where the system tells nothing.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

/// The process at the moment of asking.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ProcessMetrics {
    cpu_seconds: Option<f64>,
    resident_bytes: Option<u64>,
    virtual_bytes: Option<u64>,
    open_fds: Option<u64>,
    max_fds: Option<u64>,
    threads: Option<u64>,
    start_seconds: Option<f64>,
}

impl ProcessMetrics {
    #[cfg(target_os = "linux")]
    pub(super) fn now() -> Self {
        use std::fs::{read_dir, read_to_string};

        let read = |path: &str| read_to_string(path).unwrap_or_default();
        let fds = read_dir("/proc/self/fd").ok();
        Self {
            // The descriptor by which the others are listed is one too many.
            open_fds: fds.map(|fds| u64::try_from(fds.count()).unwrap_or(u64::MAX).saturating_sub(1)),
            ..Self::of(
                &read("/proc/self/stat"),
                &read("/proc/self/status"),
                &read("/proc/self/limits"),
                &read("/proc/stat"),
            )
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn now() -> Self {
        Self::default()
    }

    /// Of the texts that Linux answers.
    #[cfg_attr(not(target_os = "linux"), cfg(test))]
    fn of(stat: &str, status: &str, limits: &str, system: &str) -> Self {
        // The name of the program, in brackets, may hold anything.
        let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_ascii_whitespace().collect();
        // Numbered as `man proc_pid_stat` does, which counts the two that stand before.
        let field = |number: usize| fields.get(number - 3)?.parse::<f64>().ok();
        let kibibytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim_start_matches(':').trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|size| size << 10)
        };
        let boot = system.lines().find_map(|line| line.strip_prefix("btime ")?.parse::<f64>().ok());
        let max_fds =
            limits.lines().find_map(|line| line.strip_prefix("Max open files")?.split_ascii_whitespace().next());
        Self {
            cpu_seconds: field(14).zip(field(15)).map(|(user, system)| (user + system) / TICKS_A_SECOND),
            resident_bytes: kibibytes("VmRSS"),
            virtual_bytes: kibibytes("VmSize"),
            open_fds: None,
            max_fds: max_fds.and_then(|most| most.parse().ok()),
            threads: fields.get(17).and_then(|threads| threads.parse().ok()),
            start_seconds: field(22).zip(boot).map(|(ticks, boot)| boot + ticks / TICKS_A_SECOND),
        }
    }
}

/// `USER_HZ`, which Linux keeps at this for all programs, whatever its own clock does.
const TICKS_A_SECOND: f64 = 100.0;

impl Collector for ProcessMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        if let Some(seconds) = self.cpu_seconds {
            let (cpu, help) = (ConstCounter::new(seconds), "Seconds of processor time, user and system together");
            cpu.encode(encoder.encode_descriptor("process_cpu_seconds", help, None, cpu.metric_type())?)?;
        }
        if let Some(seconds) = self.start_seconds {
            let (start, help) = (ConstGauge::new(seconds), "When the process was started, in seconds since 1970");
            start.encode(encoder.encode_descriptor(
                "process_start_time_seconds",
                help,
                None,
                start.metric_type(),
            )?)?;
        }
        for (name, help, value) in [
            ("process_resident_memory_bytes", "Bytes of memory that the process has in use", self.resident_bytes),
            ("process_virtual_memory_bytes", "Bytes of address space that the process has", self.virtual_bytes),
            ("process_open_fds", "File descriptors that are open", self.open_fds),
            ("process_max_fds", "File descriptors that may be open at once", self.max_fds),
            ("process_threads", "Threads of the process", self.threads),
        ] {
            if let Some(value) = value {
                let gauge = ConstGauge::new(value);
                gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_as_linux_tells_of_it() {
        let mut fields: Vec<String> = (3..=52).map(|number: u32| number.to_string()).collect();
        (fields[14 - 3], fields[15 - 3], fields[20 - 3], fields[22 - 3]) =
            ("150".to_owned(), "50".to_owned(), "9".to_owned(), "1000".to_owned());
        let stat = format!("42 (a) b (c) {}", fields.join(" "));
        let status = "Name:\tx\nVmSize:\t    2048 kB\nVmRSS:\t    1024 kB\n";
        let limits = "Limit  Soft Limit  Hard Limit  Units\nMax open files            1024                 524288               files\n";
        let found = ProcessMetrics::of(&stat, status, limits, "cpu 1 2\nbtime 1700000000\n");
        assert_eq!(
            found,
            ProcessMetrics {
                cpu_seconds: Some(2.0),
                resident_bytes: Some(1 << 20),
                virtual_bytes: Some(2 << 20),
                open_fds: None,
                max_fds: Some(1024),
                threads: Some(9),
                start_seconds: Some(1_700_000_010.0),
            }
        );
        assert_eq!(ProcessMetrics::of("", "", "", ""), ProcessMetrics::default());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_has_memory_and_descriptors() {
        let found = ProcessMetrics::now();
        assert!(found.resident_bytes.is_some_and(|bytes| bytes > 1 << 20), "{found:?}");
        assert!(found.open_fds.is_some_and(|open| open > 2), "{found:?}");
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs_f64();
        assert!(found.start_seconds.is_some_and(|start| start > now - 86_400.0 && start <= now + 1.0), "{found:?}");
    }
}
