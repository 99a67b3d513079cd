//! The real server, killed at random moments while people work, and what its next start makes of what is left.
//!
//! `PROVE_KILLS` says how often in all, `PROVE_SEED` repeats a run as far as timing allows.

mod audit;
mod work;

use std::process::Stdio;
use std::sync::Mutex;
use std::time::Duration;

use db::DbUrl;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::harness::{House, on_both};
use crate::people::Person;
use work::{Dice, Told, work};

struct Server {
    child: Child,
    base: String,
}

impl Server {
    /// The built server on the house's database and disk; it has settled what it found when this returns.
    async fn start(house: &House) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
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

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().unwrap())
}

#[test]
fn a_server_that_is_killed_at_any_moment_leaves_nothing_half_done() {
    let rounds = number("PROVE_KILLS").unwrap_or(40).div_ceil(2);
    let seed = number("PROVE_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    on_both(async |house| {
        let told = Mutex::new(Told::of(house.top));
        let mut dice = Dice::new(seed);
        let mut server = Server::start(house).await;
        for round in 0..rounds {
            let mia = Person { base: server.base.clone(), ..house.person("mia") };
            let (pause, forks) = (Duration::from_millis(20 + dice.below(350)), [dice.fork(), dice.fork(), dice.fork()]);
            let [one, two, three] = forks.map(|dice| work(&mia, &told, dice));
            let kill = async {
                tokio::time::sleep(pause).await;
                server.child.kill().await.unwrap();
            };
            tokio::join!(one, two, three, kill);
            server = Server::start(house).await;
            let faults = audit::faults(house, &told).await;
            assert_eq!(faults, [""; 0], "after kill {round} with seed {seed}");
        }
        server.child.kill().await.unwrap();
        let done = told.into_inner().unwrap();
        assert!(!done.stored.is_empty() && !done.parents.is_empty(), "people got something done between the kills");
    });
}
