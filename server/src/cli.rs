//! The command line.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use primitives::Clock;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::backup::Extent;
use crate::occupancy::{occupy, occupy_for_restore};
use crate::role::Role;
use crate::say::say;
use crate::settings::Settings;
use crate::telemetry::otlp::Spans;
use crate::{audit_log, backup, doctor, move_database, people, private, reference, rooms, seed, serve};

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
    /// Fill an empty installation with a realistic organisation.
    Seed(SeedArgs),
    /// Check the database, and compare it with the files on disk.
    Doctor(DoctorArgs),
    /// Print the OpenAPI document.
    Openapi,
    /// Write the generated reference pages into a folder.
    Reference { folder: PathBuf },
    /// Copy database and files into a folder while the server is in use; if the folder has a backup, only what is new.
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Backup {
        #[command(subcommand)]
        command: Option<BackupCommand>,
        #[command(flatten)]
        place: Place,
        #[arg(required = true)]
        folder: Option<PathBuf>,
    },
    /// Restore a backup into an installation without a database, or continue a restore that was interrupted.
    Restore {
        #[command(flatten)]
        place: Place,
        folder: PathBuf,
        /// Restore the undamaged part of a damaged backup.
        #[arg(long)]
        undamaged: bool,
    },
    /// The audit log.
    #[command(subcommand)]
    Audit(AuditCommand),
    /// Users.
    #[command(subcommand)]
    User(UserCommand),
    /// Draw previews of one file; the server runs this itself.
    #[command(hide = true)]
    PreviewWorker { request: String },
}

#[derive(Debug, Subcommand)]
enum BackupCommand {
    /// Read a backup again and list damaged and missing files.
    Verify { folder: PathBuf },
}

#[derive(Debug, Subcommand)]
enum AuditCommand {
    /// Verify the log's chains of hashes and report the first wrong entry of each.
    Verify {
        #[command(flatten)]
        place: Place,
        /// Ends that `vitrine audit head` printed earlier, or the manifest of a backup: the chains must contain them.
        #[arg(long)]
        against: Option<PathBuf>,
    },
    /// Print the end of each chain, to be stored elsewhere.
    Head(Place),
}

#[derive(Debug, Subcommand)]
enum UserCommand {
    /// Create an account. Its password is printed once and must be changed at the first sign-in.
    Create {
        #[command(flatten)]
        place: Place,
        email: String,
        #[arg(long)]
        name: String,
        #[command(flatten)]
        kind: AccountKind,
        /// Make the user an admin of the tenant.
        #[arg(long, requires = "company")]
        admin: bool,
        /// en or pt; without it, the browser's.
        #[arg(long)]
        language: Option<String>,
    },
    /// Set a new password, which is printed once and must be changed at the next sign-in.
    ResetPassword {
        #[command(flatten)]
        place: Place,
        email: String,
        /// Also remove a lost second factor.
        #[arg(long)]
        without_second_factor: bool,
    },
}

/// A master, or a user of a company.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct AccountKind {
    /// A master of the whole installation.
    #[arg(long)]
    master: bool,
    /// The keys of tenant and company: TENANT/COMPANY.
    #[arg(long)]
    company: Option<String>,
}

/// The location of an installation.
#[derive(Clone, Debug, Args)]
pub struct Place {
    /// A settings file in TOML; every setting can also come from the environment (VITRINE_…).
    #[arg(long)]
    config: Option<PathBuf>,
    /// The folder for all data: database, files, previews.
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
    /// The role of this process.
    #[arg(long, value_enum, default_value = "all")]
    role: Role,
    /// Fill a new installation with the demonstration's organisation before serving.
    #[arg(long)]
    demo: bool,
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
    /// The password of all created accounts; without it one is generated and printed.
    #[arg(long, env = "VITRINE_SEED_PASSWORD")]
    password: Option<String>,
}

#[derive(Debug, Args)]
struct DoctorArgs {
    #[command(flatten)]
    place: Place,
    /// Repair what can be repaired without loss.
    #[arg(long)]
    repair: bool,
    /// Read every file and compare its hash.
    #[arg(long)]
    hashes: bool,
    /// A backup from which repairs take their bytes.
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

/// Prints the reason for the exit. Before logging is set up, or if it is off, it prints plain text.
fn complain(error: &anyhow::Error) {
    if tracing::event_enabled!(tracing::Level::ERROR) {
        tracing::error!("{error:#}");
    } else {
        writeln!(std::io::stderr(), "vitrine: {error:#}").unwrap_or_default();
    }
}

fn execute(command: Command) -> anyhow::Result<()> {
    rooms::register_sentences()?;
    match command {
        Command::Serve(args) => with_settings(&args.place, async |mut settings| {
            if let Some(listen) = args.listen {
                settings.listen = listen;
            }
            serve::serve(settings, args.role, args.demo).await
        }),
        Command::Migrate { place, to } => with_settings(&place, async |settings| match to {
            Some(to) => move_database::move_to(&settings, &to).await,
            None => migrate(&settings).await,
        }),
        Command::Seed(args) => with_settings(&args.place, async |settings| {
            let wanted = seed::Wanted { from: args.from, nodes: args.nodes, password: args.password };
            seed::command(settings, wanted).await
        }),
        Command::Doctor(args) => with_settings(&args.place, async |settings| {
            let treatment = storage::Treatment { mend: args.repair, hashes: args.hashes };
            doctor::doctor(&settings, treatment, args.from.as_deref()).await
        }),
        Command::Openapi => {
            say(&reference::openapi()?);
            Ok(())
        }
        Command::Reference { folder } => reference::write(&folder),
        Command::Backup { command: Some(BackupCommand::Verify { folder }), .. } => backup::verify_command(folder),
        Command::Backup { place, folder, .. } => with_settings(&place, async |settings| {
            backup::back_up_command(settings, folder.context("a folder for the backup")?).await
        }),
        Command::Restore { place, folder, undamaged } => with_settings(&place, async |settings| {
            let extent = if undamaged { Extent::Undamaged } else { Extent::Whole };
            restore(&settings, &folder, extent).await
        }),
        Command::Audit(command) => audit(command),
        Command::User(command) => user(command),
        Command::PreviewWorker { .. } => anyhow::bail!("the preview worker is started by the server"),
    }
}

fn audit(command: AuditCommand) -> anyhow::Result<()> {
    match command {
        AuditCommand::Verify { place, against } => {
            with_settings(&place, async |settings| audit_log::verify(&settings, against.as_deref()).await)
        }
        AuditCommand::Head(place) => with_settings(&place, async |settings| audit_log::head(&settings).await),
    }
}

fn user(command: UserCommand) -> anyhow::Result<()> {
    match command {
        UserCommand::Create { place, email, name, kind, admin, language } => {
            let wanted = people::Wanted { email, name, company: kind.company, admin, language };
            with_settings(&place, async |settings| people::create(&settings, wanted).await)
        }
        UserCommand::ResetPassword { place, email, without_second_factor } => with_settings(&place, async |settings| {
            people::reset_password(&settings, email, without_second_factor).await
        }),
    }
}

/// Carries out a command on the installation of `place`, with its log.
fn with_settings(place: &Place, work: impl AsyncFnOnce(Settings) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let settings = place.settings()?;
    log(&settings)?;
    runtime()?.block_on(work(settings))
}

async fn migrate(settings: &Settings) -> anyhow::Result<()> {
    let db = settings.open_as_it_is().await?;
    let _alone = occupy(settings)?;
    let steps = db.migrate(&rooms::migrations()).await?;
    say(&format!("{steps} migrations applied."));
    Ok(())
}

async fn restore(settings: &Settings, folder: &Path, extent: Extent) -> anyhow::Result<()> {
    // If the source is not a backup, nothing must be left in a new folder.
    backup::Manifest::read(folder)?;
    let _alone = occupy_for_restore(settings)?;
    backup::restore(settings, folder, extent, Clock::system().now()).await
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().context("the asynchronous runtime")
}

fn log(settings: &Settings) -> anyhow::Result<()> {
    let wanted = EnvFilter::builder().parse(&settings.log);
    let filter =
        wanted.with_context(|| format!("log: {:?} is no filter; one is like \"info,db=debug\"", settings.log))?;
    // A line that cannot be written (a full disk, a closed pipe) is lost. The library's own complaint would go to the
    // same place, and end the thread that logs.
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

/// Spans also go to a collector, if one is configured.
fn traces(settings: &Settings) -> anyhow::Result<Option<Spans>> {
    let authority = settings.outbound_authority.as_deref();
    let spans = settings.otlp_endpoint.as_deref().map(|endpoint| Spans::to(endpoint, authority));
    spans.transpose().context("traces cannot be sent (otlp_endpoint)")
}
