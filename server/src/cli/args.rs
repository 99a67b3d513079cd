//! The commands and their arguments.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::role::Role;
use crate::settings::Settings;

#[derive(Debug, Parser)]
#[command(name = "vitrine", version, about = "The platform on which organisations run their marketing")]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
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
pub(super) enum BackupCommand {
    /// Read a backup again and list damaged and missing files.
    Verify { folder: PathBuf },
}

#[derive(Debug, Subcommand)]
pub(super) enum AuditCommand {
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
pub(super) enum UserCommand {
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
pub(super) struct AccountKind {
    /// A master of the whole installation.
    #[arg(long)]
    pub master: bool,
    /// The keys of tenant and company: TENANT/COMPANY.
    #[arg(long)]
    pub company: Option<String>,
}

/// The location of an installation.
#[derive(Clone, Debug, Args)]
pub struct Place {
    /// A settings file in TOML; every setting can also come from the environment (VITRINE_…).
    #[arg(long)]
    pub config: Option<PathBuf>,
    /// The folder for all data: database, files, previews.
    #[arg(long)]
    pub data: Option<PathBuf>,
    /// `sqlite:<path>` or `postgres://…`; without it a SQLite file in the data folder.
    #[arg(long)]
    pub database: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    #[command(flatten)]
    pub place: Place,
    /// Address and port; port 0 takes a free one, which is printed.
    #[arg(long)]
    pub listen: Option<String>,
    /// The role of this process.
    #[arg(long, value_enum, default_value = "all")]
    pub role: Role,
    /// Fill a new installation with the demonstration's organisation before serving.
    #[arg(long)]
    pub demo: bool,
}

#[derive(Debug, Args)]
pub(super) struct SeedArgs {
    #[command(flatten)]
    pub place: Place,
    /// Import the files of this folder too.
    #[arg(long)]
    pub from: Option<PathBuf>,
    /// Add this many synthetic entries in one folder, for load tests.
    #[arg(long, default_value_t = 0)]
    pub nodes: usize,
    /// The password of all created accounts; without it one is generated and printed.
    #[arg(long, env = "VITRINE_SEED_PASSWORD")]
    pub password: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct DoctorArgs {
    #[command(flatten)]
    pub place: Place,
    /// Repair what can be repaired without loss.
    #[arg(long)]
    pub repair: bool,
    /// Read every file and compare its hash.
    #[arg(long)]
    pub hashes: bool,
    /// A backup from which repairs take their bytes.
    #[arg(long, value_name = "BACKUP", requires = "repair")]
    pub from: Option<PathBuf>,
}

impl Place {
    pub fn settings(&self) -> anyhow::Result<Settings> {
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
