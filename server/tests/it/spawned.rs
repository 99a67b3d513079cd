//! The built server as a process of its own, on the database and disk of a test server.

use std::path::Path;
use std::process::{ExitStatus, Stdio};

use db::DbUrl;
use landlock::{AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::harness::TestServer;
use crate::stores::trusting;
use crate::unreadable::limited;

pub struct ServerProcess {
    pub child: Child,
    pub base: String,
    /// The address of its metrics, if it serves them.
    pub metrics: Option<String>,
}

impl ServerProcess {
    /// The built server on the server's database and disk; when this returns, it has finished its recovery.
    pub async fn start(server: &TestServer) -> Self {
        Self::run(server, Command::new(env!("CARGO_BIN_EXE_vitrine")), &[]).await
    }

    /// As `start`, with more arguments.
    pub async fn start_with(server: &TestServer, words: &[&str]) -> Self {
        Self::run(server, Command::new(env!("CARGO_BIN_EXE_vitrine")), words).await
    }

    /// On this data folder and this database.
    pub async fn start_on(data: &Path, url: &DbUrl) -> Self {
        let command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
        Self::heard(Self::spawn(Self::ready_on(data, url, command, &[]))).await
    }

    /// Asks it to stop, and waits until it has.
    pub async fn stop(mut self) -> ExitStatus {
        let id = self.child.id().unwrap().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().await.unwrap().success());
        self.child.wait().await.unwrap()
    }

    /// As `start`, with metrics.
    pub async fn start_measured(server: &TestServer) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
        command.env("VITRINE_METRICS_LISTEN", "127.0.0.1:0");
        Self::run(server, command, &[]).await
    }

    /// As `start`, but its files may not grow beyond some 20 MiB: an almost full disk.
    pub async fn start_on_a_small_disk(server: &TestServer) -> Self {
        let mut shell = Command::new("sh");
        // The signal that would end the program is ignored, and the child inherits that; the write fails.
        shell.args(["-c", "trap '' XFSZ; ulimit -f 40960; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_vitrine")]);
        Self::run(server, shell, &[]).await
    }

    /// As `start`, but its log goes into a pipe that nobody reads any more.
    pub async fn start_unheard(server: &TestServer) -> Self {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
        command.env("VITRINE_LOG", "debug").stderr(writer);
        Self::run(server, command, &[]).await
    }

    /// As `start`, and its log goes to a file.
    pub async fn start_logging(server: &TestServer, log: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
        command.env("VITRINE_LOG", "info").stderr(std::fs::File::create(log).unwrap());
        Self::run(server, command, &[]).await
    }

    /// As `start_logging`, by an account that file rights apply to.
    pub async fn start_limited(server: &TestServer, log: &Path) -> Self {
        let mut command = limited();
        command.env("VITRINE_LOG", "info").stderr(std::fs::File::create(log).unwrap());
        Self::run(server, command, &[]).await
    }

    /// As `start`, with this umask.
    pub async fn start_with_umask(server: &TestServer, umask: &str) -> Self {
        let mut shell = Command::new("sh");
        let masked = format!("umask {umask}; exec \"$0\" \"$@\"");
        shell.args(["-c", &masked, env!("CARGO_BIN_EXE_vitrine")]);
        Self::run(server, shell, &[]).await
    }

    /// On another data folder than the server's, with its own SQLite.
    pub async fn start_in(server: &TestServer, data: &Path) -> Self {
        assert!(matches!(server.test.url, DbUrl::Sqlite(_)), "the database is in the folder");
        Self::run(server, Command::new(env!("CARGO_BIN_EXE_vitrine")), &["--data", data.to_str().unwrap()]).await
    }

    /// As `start`, with at most this many open files, and no way to raise the limit.
    pub async fn start_with_files(server: &TestServer, files: u32) -> Self {
        let mut shell = Command::new("sh");
        let limited = format!("ulimit -n {files}; exec \"$0\" \"$@\"");
        shell.args(["-c", &limited, env!("CARGO_BIN_EXE_vitrine")]);
        Self::run(server, shell, &[]).await
    }

    /// As `start`, with these variables.
    pub async fn start_with_variables(server: &TestServer, more: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
        command.envs(more.iter().copied());
        Self::run(server, command, &[]).await
    }

    /// As `start_logging`, but decoders cannot use Landlock.
    pub async fn start_without_landlock(server: &TestServer, log: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
        command.env("VITRINE_LOG", "info").stderr(std::fs::File::create(log).unwrap());
        let command = Self::ready(server, command, &[]);
        let runtime = tokio::runtime::Handle::current();
        let started = std::thread::spawn(move || {
            fill_with_rulesets();
            let _entered = runtime.enter();
            Self::spawn(command)
        });
        Self::heard(started.join().unwrap()).await
    }

    async fn run(server: &TestServer, command: Command, words: &[&str]) -> Self {
        Self::heard(Self::spawn(Self::ready(server, command, words))).await
    }

    fn ready(server: &TestServer, command: Command, words: &[&str]) -> Command {
        Self::ready_on(server.test.folder(), &server.test.url, command, words)
    }

    fn ready_on(data: &Path, url: &DbUrl, mut command: Command, words: &[&str]) -> Command {
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        if !words.contains(&"--data") {
            command.arg("--data").arg(data);
        }
        command.args(words);
        if let DbUrl::Postgres(url) = url {
            command.args(["--database", url]);
        }
        if !command.as_std().get_envs().any(|(name, _)| name == "VITRINE_LOG") {
            command.env("VITRINE_LOG", "error");
        }
        command.envs(trusting()).stdout(Stdio::piped()).kill_on_drop(true);
        command
    }

    fn spawn(mut command: Command) -> Child {
        command.spawn().unwrap()
    }

    /// Waits until it listens.
    async fn heard(mut child: Child) -> Self {
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut metrics = None;
        while let Some(line) = said.next_line().await.unwrap() {
            if let Some(page) = line.strip_prefix("Metrics are at ") {
                metrics = Some(page.to_owned());
            }
            if let Some(base) = line.strip_prefix("Vitrine is at ") {
                return Self { child, base: base.to_owned(), metrics };
            }
        }
        panic!("the server ended before it listened");
    }
}

/// The kernel allows sixteen rulesets for a thread and its children, and refuses further ones. These forbid nothing.
fn fill_with_rulesets() {
    for _ in 0..16 {
        let ruleset = Ruleset::default().handle_access(AccessFs::Refer).unwrap().create().unwrap();
        let open = PathBeneath::new(PathFd::new("/").unwrap(), AccessFs::Refer);
        ruleset.add_rule(open).unwrap().restrict_self().unwrap();
    }
}
