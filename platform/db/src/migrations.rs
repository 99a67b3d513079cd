//! What makes the tables: SQL files that lie with their room, `migrations/sqlite` and `migrations/postgres`, each run once.

use std::fmt::{self, Debug, Formatter};

use crate::{Engine, Error, Result, Tx};

/// The migrations of a room: its name, its floor, and the names of its files, which are the same for both engines.
///
/// `db::migrations!("sharing", 7, ["0002_baseline"])`
///
/// Databases note those of a room that had another name as they did before:
/// `db::migrations!("accounts" noted as "identity", 2, ["0001_baseline"])`
#[macro_export]
macro_rules! migrations {
    ($room:literal, $floor:literal, [$($file:literal),+ $(,)?]) => {
        $crate::migrations!($room noted as $room, $floor, [$($file),+])
    };
    ($room:literal noted as $noted:literal, $floor:literal, [$($file:literal),+ $(,)?]) => {
        $crate::Migrations::of([$($crate::Migration {
            room: $room,
            floor: $floor,
            name: concat!($noted, "/", $file),
            sqlite: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite/", $file, ".sql")),
            postgres: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/postgres/", $file, ".sql")),
            fill: None,
        }),+])
    };
}

/// One step.
#[derive(Clone, Copy)]
pub struct Migration {
    pub room: &'static str,
    /// Of the room.
    pub floor: u8,
    /// As the database notes it: `<room>/<number>_<what it brings>`, with the name that the room had then.
    pub name: &'static str,
    pub sqlite: &'static str,
    pub postgres: &'static str,
    /// What the program does with the rows after the text, in the same transaction.
    pub fill: Option<Fill>,
}

/// Fills what SQL cannot compute. It relies on nothing that later migrations bring: those have not been made then.
pub type Fill = fn(&mut Tx<'_>) -> Result<()>;

impl Migration {
    /// The four digits.
    pub fn number(&self) -> &'static str {
        let file = self.name.rsplit('/').next().unwrap_or(self.name);
        file.split('_').next().unwrap_or(file)
    }

    pub fn text(&self, engine: Engine) -> &'static str {
        match engine {
            Engine::Sqlite => self.sqlite,
            Engine::Postgres => self.postgres,
        }
    }

    /// Of the text that `engine` is given.
    pub(crate) fn checksum(&self, engine: Engine) -> String {
        blake3::hash(self.text(engine).as_bytes()).to_hex().to_string()
    }

    /// Whether it makes the tables as they were when each room got migrations of its own.
    pub(crate) fn is_baseline(&self) -> bool {
        self.number() == "0001"
    }
}

impl Debug for Migration {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The migrations of before each room had its own. A database in which all were made is what the baselines make.
#[derive(Debug)]
pub struct Earlier {
    pub names: &'static [&'static str],
    /// What brings the names of PostgreSQL's constraints to those that the baselines give. It may run twice.
    pub postgres: &'static str,
}

/// The migrations of some rooms, each once: by their numbers, and of one number lower floors first.
#[derive(Clone, Debug, Default)]
pub struct Migrations {
    steps: Vec<Migration>,
    earlier: Option<&'static Earlier>,
}

impl Migrations {
    pub fn of(steps: impl IntoIterator<Item = Migration>) -> Self {
        let mut steps: Vec<_> = steps.into_iter().collect();
        steps.sort_by_key(|step| (step.number(), step.floor, step.name));
        steps.dedup_by_key(|step| step.name);
        Self { steps, earlier: None }
    }

    /// These, and those of a room below.
    #[must_use]
    pub fn and(self, below: Self) -> Self {
        Self { earlier: self.earlier, ..Self::of(self.steps.into_iter().chain(below.steps)) }
    }

    /// After the migration of that name rows are filled by the program.
    #[must_use]
    pub fn filling(mut self, name: &str, fill: Fill) -> Self {
        assert!(self.find(name).is_some(), "there is no migration {name}");
        self.steps.iter_mut().filter(|step| step.name == name).for_each(|step| step.fill = Some(fill));
        self
    }

    /// A database that the earlier ones have made is taken over.
    #[must_use]
    pub fn replacing(self, earlier: &'static Earlier) -> Self {
        Self { earlier: Some(earlier), ..self }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Migration> {
        self.steps.iter()
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Migration> {
        self.steps.iter().find(|step| step.name == name)
    }

    /// The earlier ones, if a database in which these names are noted was made by them.
    pub(crate) fn earlier_of(&self, names: &[String]) -> Option<&'static Earlier> {
        self.earlier.filter(|earlier| names.iter().any(|name| earlier.names.contains(&name.as_str())))
    }

    /// Those that a database has in which these names are noted.
    pub(crate) fn made(&self, names: &[String]) -> Self {
        let is_taken_over = self.earlier_of(names).is_some();
        let is_made =
            |step: &Migration| names.iter().any(|name| name == step.name) || (is_taken_over && step.is_baseline());
        Self { steps: self.steps.iter().copied().filter(is_made).collect(), earlier: self.earlier }
    }

    /// None of these names is unknown to this version, and of the earlier ones there are all or none.
    pub(crate) fn check(&self, names: &[String]) -> Result<()> {
        let earlier = self.earlier_of(names).map_or(&[][..], |earlier| earlier.names);
        let is_known = |name: &str| self.find(name).is_some() || earlier.contains(&name);
        let unknown: Vec<String> = names.iter().filter(|name| !is_known(name)).cloned().collect();
        if !unknown.is_empty() {
            return Err(Error::Newer(unknown));
        }
        let lacks = |wanted: &&&str| !names.iter().any(|name| name == **wanted);
        match (earlier.iter().find(lacks), earlier.last()) {
            (Some(_), Some(last)) => Err(Error::TooOld((*last).to_owned())),
            _ => Ok(()),
        }
    }
}

impl FromIterator<Migrations> for Migrations {
    fn from_iter<I: IntoIterator<Item = Self>>(all: I) -> Self {
        Self::of(all.into_iter().flat_map(|one| one.steps))
    }
}
