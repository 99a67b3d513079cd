//! A PostgreSQL cluster that lives as long as the process that started it.

use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;

/// Its files, and its Unix socket.
pub struct Cluster {
    pub folder: PathBuf,
    programs: PathBuf,
}

impl Cluster {
    /// Makes one that nobody may reach yet; `name` tells it from others of this process.
    pub fn make(name: &str) -> Self {
        let programs = programs().expect("PostgreSQL's programs are needed: apt-get install postgresql");
        sweep_old_clusters();
        let folder = PathBuf::from(format!("/tmp/vitrine-test-pg-{}/{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the cluster's folder");
        let cluster = Self { folder, programs };
        cluster.own(&cluster.folder);
        let made = run_as_postgres(&cluster.programs.join("initdb"))
            .args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "-D"])
            .arg(cluster.data())
            .stdout(Stdio::null())
            .status()
            .expect("initdb runs");
        assert!(made.success(), "initdb failed");
        cluster
    }

    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Gives a file or folder to the account that PostgreSQL runs as.
    pub fn own(&self, file: &Path) {
        if let Some((user, group)) = postgres_user() {
            chown(file, Some(user), Some(group)).expect("it changes hands");
        }
    }

    /// Starts the server with further arguments, and waits until it answers; None if it ends before.
    pub fn start(&self, arguments: &[&str]) -> Option<()> {
        let mut server = run_as_postgres(&self.programs.join("postgres"));
        server.arg("-D").arg(self.data()).arg("-k").arg(&self.folder).args(["-F", "-c", "full_page_writes=off"]);
        server
            .args(["-c", "max_connections=400", "-c", "log_min_messages=fatal"])
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // The server ends with the thread that starts it.
        let (started, wait) = channel();
        let (end, ended) = channel();
        std::thread::spawn(move || {
            let mut child: Child = server.spawn().expect("postgres starts");
            started.send(()).expect("the starter waits");
            child.wait().expect("postgres ends with the tests");
            end.send(()).unwrap_or_default();
        });
        wait.recv().expect("postgres starts");
        for _ in 0..300 {
            if self.answers() {
                return Some(());
            }
            match ended.recv_timeout(std::time::Duration::from_millis(50)) {
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                _ => return None,
            }
        }
        panic!("PostgreSQL did not answer within 15 seconds");
    }

    /// Whether its Unix socket is served.
    fn answers(&self) -> bool {
        let sockets = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut ports = sockets.filter_map(|file| file.file_name().to_str()?.strip_prefix(".s.PGSQL.")?.parse().ok());
        ports.any(|port: u16| {
            let url = format!("host={} port={port} user=postgres dbname=postgres", self.folder.display());
            postgres::Client::connect(&url, postgres::NoTls).is_ok()
        })
    }
}

fn run_as_postgres(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "INT"]);
    if let Some((user, group)) = postgres_user() {
        command.arg(format!("--reuid={user}")).arg(format!("--regid={group}")).arg("--clear-groups");
    }
    command.arg(program).env("LC_ALL", "C.UTF-8");
    command
}

/// PostgreSQL refuses to run as root; the Debian package creates a user for it.
fn postgres_user() -> Option<(u32, u32)> {
    let number = |flag: &str, user: &[&str]| {
        let said = Command::new("id").arg(flag).args(user).output().ok()?;
        String::from_utf8(said.stdout).ok()?.trim().parse::<u32>().ok()
    };
    (number("-u", &[])? == 0).then(|| Some((number("-u", &["postgres"])?, number("-g", &["postgres"])?)))?
}

fn programs() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("VITRINE_TEST_POSTGRES") {
        return Some(folder.into());
    }
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = installed.map(|version| version.path().join("bin")).collect();
    folders.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    folders.retain(|folder| folder.join("initdb").exists());
    folders.into_iter().next()
}

/// Removes the folders of clusters whose process has ended.
fn sweep_old_clusters() {
    for entry in std::fs::read_dir("/tmp").into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(process) = name.strip_prefix("vitrine-test-pg-") else { continue };
        if !Path::new("/proc").join(process).exists() {
            std::fs::remove_dir_all(entry.path()).unwrap_or_default();
        }
    }
}
