//! The command line.

mod args;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use primitives::Clock;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use self::args::{AuditCommand, BackupCommand, Cli, Command, Place, UserCommand};
use crate::backup::Extent;
use crate::occupancy::{occupy, occupy_for_restore};
use crate::say::say;
use crate::settings::Settings;
use crate::telemetry::otlp::Spans;
use crate::{audit_log, backup, doctor, move_database, people, private, reference, rooms, seed, serve};

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
            let options = storage::CheckOptions { repair: args.repair, hashes: args.hashes };
            doctor::doctor(&settings, options, args.from.as_deref()).await
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
