//! The built server as a process of its own, on a house's database and disk.

use std::process::Stdio;

use db::DbUrl;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::harness::House;

pub struct Server {
    pub child: Child,
    pub base: String,
}

impl Server {
    /// The built server on the house's database and disk; it has settled what it found when this returns.
    pub async fn start(house: &House) -> Self {
        Self::run(house, Command::new(env!("CARGO_BIN_EXE_vitrine"))).await
    }

    /// As `start`, but no file it writes may grow beyond some 20 MiB: a disk that is nearly full.
    pub async fn start_on_a_small_disk(house: &House) -> Self {
        let mut shell = Command::new("sh");
        // The signal that would end the program is ignored, as it inherits; the write fails.
        shell.args(["-c", "trap '' XFSZ; ulimit -f 40960; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_vitrine")]);
        Self::run(house, shell).await
    }

    async fn run(house: &House, mut command: Command) -> Self {
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(house.test.folder());
        if let DbUrl::Postgres(url) = &house.test.url {
            command.args(["--database", url]);
        }
        command.env("VITRINE_LOG", "error").stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        while let Some(line) = said.next_line().await.unwrap() {
            if let Some(base) = line.strip_prefix("Vitrine is at ") {
                return Self { child, base: base.to_owned() };
            }
        }
        panic!("the server ended before it listened");
    }
}
