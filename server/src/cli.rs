//! The command line.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Parser, Subcommand, ValueEnum};
use primitives::Clock;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::backup::Extent;
use crate::occupancy::occupy;
use crate::settings::Settings;
use crate::telemetry::otlp::Spans;
use crate::{audit_log, backup, doctor, move_database, people, private, reference, seed, serve};

#[derive(Debug, Parser)]
#[command(name = "vitrine", version, about = "The platform on which organisations run their marketing")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API, the live socket, the web app and the workers.
    Serve(ServeArgs),
    /// Bring the database up to date and stop.
    Migrate {
        #[command(flatten)]
        place: Place,
        /// Move the SQLite database into an empty PostgreSQL one: `postgres://user@host/name`. No server may run.
        #[arg(long)]
        to: Option<String>,
    },
    /// Fill an empty installation with a believable organisation.
    Seed(SeedArgs),
    /// Look whether the database is whole, and compare what it says with what lies on disk.
    Doctor(DoctorArgs),
    /// Print the OpenAPI document.
    Openapi,
    /// Write the generated reference pages into a folder.
    Reference { folder: PathBuf },
    /// Copy database and files into a folder while people work; into one that has a backup, only what is new.
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Backup {
        #[command(subcommand)]
        command: Option<BackupCommand>,
        #[command(flatten)]
        place: Place,
        #[arg(required = true)]
        folder: Option<PathBuf>,
    },
    /// Give a backup back to an installation that has no database yet, or to one where that was cut off.
    Restore {
        #[command(flatten)]
        place: Place,
        folder: PathBuf,
        /// Of a damaged backup, give back what is not damaged.
        #[arg(long)]
        undamaged: bool,
    },
    /// The log of who did what.
    #[command(subcommand)]
    Audit(AuditCommand),
    /// People.
    #[command(subcommand)]
    User(UserCommand),
    /// Draw previews of one file; run by the server for itself.
    #[command(hide = true)]
    PreviewWorker { request: String },
}

#[derive(Debug, Subcommand)]
enum BackupCommand {
    /// Read a backup again and name what is damaged or missing.
    Verify { folder: PathBuf },
}

#[derive(Debug, Subcommand)]
enum AuditCommand {
    /// Walk the log's chains of hashes and name the first entry of each that was tampered with.
    Verify {
        #[command(flatten)]
        place: Place,
        /// Ends that `vitrine audit head` has printed earlier, or the manifest of a backup: the chains must pass through them.
        #[arg(long)]
        against: Option<PathBuf>,
    },
    /// Print where each chain ends, to be kept elsewhere.
    Head(Place),
}

#[derive(Debug, Subcommand)]
enum UserCommand {
    /// Make an account, whose password is printed once and must be changed at the first sign-in.
    Create {
        #[command(flatten)]
        place: Place,
        email: String,
        #[arg(long)]
        name: String,
        #[command(flatten)]
        kind: AccountKind,
        /// Of the tenant.
        #[arg(long, requires = "company")]
        admin: bool,
        /// en or pt; without it, the browser's.
        #[arg(long)]
        language: Option<String>,
    },
    /// Give somebody a new password, which is printed once and must be changed at the next sign-in.
    ResetPassword {
        #[command(flatten)]
        place: Place,
        email: String,
        /// Take a lost second factor away too.
        #[arg(long)]
        without_second_factor: bool,
    },
}

/// A master, or somebody of a company.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct AccountKind {
    /// Of the whole installation.
    #[arg(long)]
    master: bool,
    /// By the keys of tenant and company: TENANT/COMPANY.
    #[arg(long)]
    company: Option<String>,
}

/// Where an installation is.
#[derive(Clone, Debug, Args)]
pub struct Place {
    /// A settings file in TOML; every setting can also come from the environment (VITRINE_…).
    #[arg(long)]
    config: Option<PathBuf>,
    /// The folder for everything that is kept: database, files, previews.
    #[arg(long)]
    data: Option<PathBuf>,
    /// `sqlite:<path>` or `postgres://…`; without it a SQLite file in the data folder.
    #[arg(long)]
    database: Option<String>,
}

#[derive(Debug, Args)]
struct ServeArgs {
    #[command(flatten)]
    place: Place,
    /// Address and port; port 0 takes a free one, which is printed.
    #[arg(long)]
    listen: Option<String>,
    /// What this process does.
    #[arg(long, value_enum, default_value = "all")]
    role: Role,
    /// Fill a new installation with the demonstration's organisation before serving.
    #[arg(long)]
    demo: bool,
}

/// What one process of an installation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    All,
    /// The API, the socket and the web app.
    Api,
    /// Uploads and downloads only: for the host that owns the disk.
    File,
    /// Jobs only.
    Work,
}

#[derive(Debug, Args)]
struct SeedArgs {
    #[command(flatten)]
    place: Place,
    /// Import the files of this folder too.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Add this many synthetic entries in one folder, for load tests.
    #[arg(long, default_value_t = 0)]
    nodes: usize,
    /// The password of all made accounts; without it one is made up and printed.
    #[arg(long, env = "VITRINE_SEED_PASSWORD")]
    password: Option<String>,
}

#[derive(Debug, Args)]
struct DoctorArgs {
    #[command(flatten)]
    place: Place,
    /// Mend what can be mended without losing anything.
    #[arg(long)]
    repair: bool,
    /// Read every file and compare its hash.
    #[arg(long)]
    hashes: bool,
    /// A backup that has the bytes of what is mended.
    #[arg(long, value_name = "BACKUP", requires = "repair")]
    from: Option<PathBuf>,
}

impl Place {
    fn settings(&self) -> anyhow::Result<Settings> {
        let mut settings = Settings::load(self.config.as_deref())?;
        if let Some(data) = &self.data {
            settings.data.clone_from(data);
        }
        if self.database.is_some() {
            settings.database.clone_from(&self.database);
        }
        Ok(settings)
    }
}

/// Runs the command of the process's arguments.
pub fn run() -> ExitCode {
    // The preview worker is started often and must start fast: no runtime, no logging, no settings.
    if std::env::args_os().nth(1).is_some_and(|word| word == previews::SUBCOMMAND) {
        return previews::worker_main();
    }
    let cli = Cli::parse();
    private::keep_private();
    match execute(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// Why the program ends. Before the log begins, or where it is switched off, plain words have to do.
fn complain(error: &anyhow::Error) {
    if tracing::event_enabled!(tracing::Level::ERROR) {
        tracing::error!("{error:#}");
    } else {
        writeln!(std::io::stderr(), "vitrine: {error:#}").unwrap_or_default();
    }
}

fn execute(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve(args) => {
            let mut settings = args.place.settings()?;
            if let Some(listen) = args.listen {
                settings.listen = listen;
            }
            log(&settings)?;
            runtime()?.block_on(serve::serve(settings, args.role, args.demo))
        }
        Command::Migrate { place, to: Some(to) } => {
            let settings = place.settings()?;
            log(&settings)?;
            runtime()?.block_on(move_database::move_to(&settings, &to))
        }
        Command::Migrate { place, to: None } => {
            let settings = place.settings()?;
            log(&settings)?;
            let steps = runtime()?.block_on(async {
                let db = settings.open_as_it_is().await?;
                let _alone = occupy(&settings)?;
                anyhow::Ok(db.migrate().await?)
            })?;
            say(&format!("{steps} migrations applied."));
            Ok(())
        }
        Command::Seed(args) => {
            let settings = args.place.settings()?;
            log(&settings)?;
            let wanted = seed::Wanted { from: args.from, nodes: args.nodes, password: args.password };
            runtime()?.block_on(seed::command(settings, wanted))
        }
        Command::Doctor(args) => {
            let settings = args.place.settings()?;
            log(&settings)?;
            let treatment = content::Treatment { mend: args.repair, hashes: args.hashes };
            runtime()?.block_on(doctor::doctor(&settings, treatment, args.from.as_deref()))
        }
        Command::Openapi => {
            say(&reference::openapi()?);
            Ok(())
        }
        Command::Reference { folder } => reference::write(&folder),
        Command::Backup { command: Some(BackupCommand::Verify { folder }), .. } => backup::verify_command(folder),
        Command::Backup { place, folder, .. } => {
            let settings = place.settings()?;
            log(&settings)?;
            let folder = folder.context("a folder for the backup")?;
            runtime()?.block_on(backup::back_up_command(settings, folder))
        }
        Command::Restore { place, folder, undamaged } => {
            let settings = place.settings()?;
            log(&settings)?;
            // What is no backup leaves nothing in a new folder.
            backup::Manifest::read(&folder)?;
            let _alone = occupy(&settings)?;
            let extent = if undamaged { Extent::Undamaged } else { Extent::Whole };
            runtime()?.block_on(backup::restore(&settings, &folder, extent, Clock::system().now()))
        }
        Command::Audit(AuditCommand::Verify { place, against }) => {
            let settings = place.settings()?;
            log(&settings)?;
            runtime()?.block_on(audit_log::verify(&settings, against.as_deref()))
        }
        Command::Audit(AuditCommand::Head(place)) => {
            let settings = place.settings()?;
            log(&settings)?;
            runtime()?.block_on(audit_log::head(&settings))
        }
        Command::User(UserCommand::Create { place, email, name, kind, admin, language }) => {
            let settings = place.settings()?;
            log(&settings)?;
            let wanted = people::Wanted { email, name, company: kind.company, admin, language };
            runtime()?.block_on(people::create(&settings, wanted))
        }
        Command::User(UserCommand::ResetPassword { place, email, without_second_factor }) => {
            let settings = place.settings()?;
            log(&settings)?;
            runtime()?.block_on(people::reset_password(&settings, email, without_second_factor))
        }
        Command::PreviewWorker { .. } => anyhow::bail!("the preview worker is started by the server"),
    }
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().context("the asynchronous runtime")
}

fn log(settings: &Settings) -> anyhow::Result<()> {
    let wanted = EnvFilter::builder().parse(&settings.log);
    let filter =
        wanted.with_context(|| format!("log: {:?} is no filter; one is like \"info,db=debug\"", settings.log))?;
    // A line that cannot be written (a full disk, a pipe whose reader is gone) is lost. The library's own complaint about
    // it would go to the same place, and end the thread that logs.
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_target(false)
        .with_writer(std::io::stderr)
        .log_internal_errors(false);
    if settings.log_json {
        lines.json().finish().with(traces(settings)?).init();
    } else {
        lines.finish().with(traces(settings)?).init();
    }
    for warning in &settings.warnings {
        tracing::warn!("{warning}");
    }
    Ok(())
}

/// Spans go to a collector too, where one is named.
fn traces(settings: &Settings) -> anyhow::Result<Option<Spans>> {
    settings.otlp_endpoint.as_deref().map(Spans::to).transpose().context("traces cannot be told (otlp_endpoint)")
}

/// For the person at the terminal, not for the log. Where nobody listens any more, nothing is said.
pub(crate) fn say(text: &str) {
    writeln!(std::io::stdout(), "{text}").unwrap_or_default();
}
