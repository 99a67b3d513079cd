//! The identity of a process towards others that use the same disks, in a form that shows whether it is still alive.

use std::collections::HashSet;
use std::fs;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use primitives::Seconds;

/// Host, boot, process, start of the process: `lume/6f1c…/4711/81234`.
#[derive(Clone, Debug)]
pub struct Owner {
    name: String,
    /// Its intents that are undone on disk, and whose rows could not be deleted yet.
    undone: Arc<Mutex<HashSet<i64>>>,
    /// Its intents that it works on.
    active: Arc<Mutex<HashSet<i64>>>,
}

/// An intent that is being worked on, until this is dropped.
pub(crate) struct Active {
    owner: Owner,
    intent: i64,
}

impl Drop for Active {
    fn drop(&mut self) {
        self.owner.active.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.intent);
    }
}

/// What is known of a process.
enum Life {
    Alive,
    Ended,
    /// It is another machine's.
    Unknown,
}

/// A machine may be suspended for as long as this, and go on with what it was doing.
const SUSPENDED: Seconds = 600;

static THIS_PROCESS: LazyLock<Owner> = LazyLock::new(Owner::this_process);

/// What follows a process's name while it undoes what others left.
const RECOVERY: &str = "/recovery";

impl Owner {
    pub fn this_process() -> Self {
        Self::of(std::process::id())
    }

    /// A process of this machine, by its number.
    pub fn of(process: u32) -> Self {
        let name = format!("{}/{process}/{}", machine(), begun(process).unwrap_or_default());
        Self { name, undone: Arc::default(), active: Arc::default() }
    }

    /// The name under which this process undoes what others left. It is not that of its own work, which must notice that
    /// something was taken from it.
    pub fn recovery_name() -> &'static str {
        static NAME: LazyLock<String> = LazyLock::new(|| Owner::this_process().name + RECOVERY);
        &NAME
    }

    pub fn as_str(&self) -> &str {
        &self.name
    }

    pub(crate) fn note_undone(&self, intent: i64) {
        self.undone.lock().unwrap_or_else(PoisonError::into_inner).insert(intent);
    }

    pub(crate) fn forget_undone(&self, intent: i64) {
        self.undone.lock().unwrap_or_else(PoisonError::into_inner).remove(&intent);
    }

    pub(crate) fn has_undone(&self, intent: i64) -> bool {
        self.undone.lock().unwrap_or_else(PoisonError::into_inner).contains(&intent)
    }

    pub(crate) fn begin(&self, intent: i64) -> Active {
        self.active.lock().unwrap_or_else(PoisonError::into_inner).insert(intent);
        Active { owner: self.clone(), intent }
    }

    pub(crate) fn works_on(&self, intent: i64) -> bool {
        self.active.lock().unwrap_or_else(PoisonError::into_inner).contains(&intent)
    }

    /// Whether the named process is known to have ended.
    pub fn is_gone(owner: &str) -> bool {
        matches!(life(owner), Life::Ended)
    }

    /// Whether this owner may still write: it is another process, and not known to have ended.
    pub fn may_go_on(owner: &str) -> bool {
        !owner.is_empty() && !Self::is_own(owner) && !Self::is_gone(owner)
    }

    /// Whether it is this process's name.
    pub fn is_own(owner: &str) -> bool {
        worker(owner) == THIS_PROCESS.name
    }

    /// Whether somebody else may take what a process holds until `lease_until`. One that is alive on this machine may be
    /// stopped, or wait for a disk: it would go on with what it was doing. Of another machine only the lease tells.
    pub fn may_lose(owner: &str, lease_until: Seconds, now: Seconds) -> bool {
        lease_until <= 0
            || match life(owner) {
                Life::Ended => true,
                Life::Alive => lease_until <= now && Self::is_own(owner),
                Life::Unknown => lease_until + SUSPENDED <= now,
            }
    }
}

/// The process in a name, whatever it does.
fn worker(owner: &str) -> &str {
    owner.strip_suffix(RECOVERY).unwrap_or(owner)
}

fn life(owner: &str) -> Life {
    let here = worker(owner).strip_prefix(machine().as_str()).and_then(|rest| rest.strip_prefix('/'));
    let Some((process, since)) = here.and_then(|rest| rest.split_once('/')) else { return Life::Unknown };
    let Ok(process) = process.parse() else { return Life::Unknown };
    if begun(process).is_some_and(|begun| begun == since) { Life::Alive } else { Life::Ended }
}

/// The host, its boot, and the numbers of its processes that are ours; containers that share a kernel have their own.
fn machine() -> String {
    let read = |file: &str| fs::read_to_string(file).map(|text| text.trim().to_owned()).unwrap_or_default();
    let numbers = fs::read_link("/proc/self/ns/pid").map(|link| link.display().to_string()).unwrap_or_default();
    format!("{}/{}-{numbers}", read("/proc/sys/kernel/hostname"), read("/proc/sys/kernel/random/boot_id"))
}

/// When a process began, in the kernel's ticks; None if there is no such process.
fn begun(process: u32) -> Option<String> {
    let told = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name in brackets; it may contain anything.
    let (_, fields) = told.rsplit_once(')')?;
    let mut fields = fields.split_whitespace();
    let state = fields.next()?;
    // A process that has ended but was not collected yet does nothing any more, unless the kernel still works for it.
    if state == "Z" && !has_a_living_thread(process) { None } else { fields.nth(18).map(str::to_owned) }
}

/// A thread that waits for a disk outlives its process.
fn has_a_living_thread(process: u32) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return false };
    threads.flatten().any(|thread| {
        let told = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        let state = told.rsplit_once(')').and_then(|(_, fields)| fields.split_whitespace().next());
        state.is_some_and(|state| !matches!(state, "Z" | "X"))
    })
}

#[cfg(test)]
mod tests {
    use super::Owner;

    #[test]
    fn who_lives_is_not_gone_and_of_others_nothing_is_known() {
        let owner = Owner::this_process();
        assert!(!Owner::is_gone(owner.as_str()));
        assert!(Owner::is_gone(&format!("{}0", owner.as_str())), "its number is another's by now");
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let (machine, _) = owner.as_str().split_once(&format!("/{}/", std::process::id())).unwrap();
        let childs = format!("{machine}/{}/1", child.id());
        child.wait().unwrap();
        assert!(Owner::is_gone(&childs));
        assert!(!Owner::is_gone("elsewhere/boot/1/1") && !Owner::is_gone(""));
    }

    #[test]
    fn what_a_living_process_holds_is_only_taken_by_itself() {
        let mut child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let (ours, other) = (Owner::this_process(), Owner::of(child.id()));
        let may_lose = |owner: &str, after: i64| Owner::may_lose(owner, 1000, 1000 + after);
        assert!(!may_lose(other.as_str(), 100_000) && Owner::may_lose(other.as_str(), 0, 1));
        assert!(!may_lose(ours.as_str(), -1) && may_lose(ours.as_str(), 0) && may_lose(Owner::recovery_name(), 0));
        assert!(!may_lose("elsewhere/boot/1/1", 599) && may_lose("elsewhere/boot/1/1", 600));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(may_lose(other.as_str(), -1));
    }
}
