//! The resources of a process: its own memory and its open files, sampled repeatedly.

use std::fmt;
use std::time::Duration;

const LOOKS: u32 = 120;

pub struct Vitals {
    /// Anonymous resident memory in KiB; mapped pages of the database's file are the system's to take back.
    memory: Vec<i64>,
    files: Vec<usize>,
}

impl Vitals {
    /// Samples the process for this long.
    pub async fn watch(process: u32, lasts: Duration) -> Self {
        let mut vitals = Self { memory: vec![], files: vec![] };
        for _ in 0..LOOKS {
            tokio::time::sleep(lasts / LOOKS).await; // time: between two samples
            vitals.memory.push(memory_kib(process));
            vitals.files.push(std::fs::read_dir(format!("/proc/{process}/fd")).unwrap().count());
        }
        vitals
    }

    /// From the third tenth, when everything was used, to the last tenth: medians, because single samples hit single
    /// requests.
    pub fn grown_kib(&self) -> i64 {
        self.median_of_tenth(9) - self.median_of_tenth(2)
    }

    pub fn most_kib(&self) -> i64 {
        self.memory.iter().copied().max().unwrap_or(0)
    }

    pub fn files_at_end(&self) -> usize {
        self.files.last().copied().unwrap_or(0)
    }

    pub fn files_at_most(&self) -> usize {
        self.files.iter().copied().max().unwrap_or(0)
    }

    fn median_of_tenth(&self, number: usize) -> i64 {
        let length = self.memory.len() / 10;
        let mut tenth = self.memory[number * length..(number + 1) * length].to_vec();
        tenth.sort_unstable();
        tenth[tenth.len() / 2]
    }
}

fn memory_kib(process: u32) -> i64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

impl fmt::Display for Vitals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths: Vec<i64> = (0..10).map(|number| self.median_of_tenth(number) / 1024).collect();
        let (end, most) = (self.files_at_end(), self.files_at_most());
        write!(
            f,
            "memory in MiB by tenths {tenths:?}, grown by {} KiB; {end} files open, {most} at most",
            self.grown_kib()
        )
    }
}
