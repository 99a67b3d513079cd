//! The identity of a process towards others that use the same disks, in a form that shows whether it is still alive.

use std::collections::HashSet;
use std::fs;
use std::sync::{Arc, Mutex, PoisonError};

/// Host, boot, process, start of the process: `lume/6f1c…/4711/81234`.
#[derive(Clone, Debug)]
pub struct Owner {
    name: String,
    /// Its intents that are undone on disk, and whose rows could not be deleted yet.
    undone: Arc<Mutex<HashSet<i64>>>,
}

/// What follows a process's name while it undoes what others left.
const RECOVERY: &str = "/recovery";

impl Owner {
    pub fn this_process() -> Self {
        Self::of(std::process::id())
    }

    /// A process of this machine, by its number.
    pub fn of(process: u32) -> Self {
        let name = format!("{}/{process}/{}", machine(), begun(process).unwrap_or_default());
        Self { name, undone: Arc::default() }
    }

    /// The name under which this process undoes what others left.
    pub(crate) fn recovery() -> String {
        Self::this_process().name + RECOVERY
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

    /// Whether the named process is known to have ended. For other machines that is unknown.
    pub(crate) fn is_gone(owner: &str) -> bool {
        let Some(rest) = owner.strip_prefix(&machine()).and_then(|rest| rest.strip_prefix('/')) else { return false };
        let Some((process, since)) = rest.strip_suffix(RECOVERY).unwrap_or(rest).split_once('/') else { return false };
        process.parse().is_ok_and(|process| begun(process).is_none_or(|begun| begun != since))
    }
}

/// The host and its boot; containers that share a kernel have names of their own.
fn machine() -> String {
    let read = |file: &str| fs::read_to_string(file).map(|text| text.trim().to_owned()).unwrap_or_default();
    format!("{}/{}", read("/proc/sys/kernel/hostname"), read("/proc/sys/kernel/random/boot_id"))
}

/// When a process began, in the kernel's ticks; None if there is no such process.
fn begun(process: u32) -> Option<String> {
    let told = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name in brackets; it may contain anything.
    let (_, fields) = told.rsplit_once(')')?;
    let mut fields = fields.split_whitespace();
    let state = fields.next()?;
    // A process that has ended but was not collected yet does nothing any more.
    if state == "Z" { None } else { fields.nth(18).map(str::to_owned) }
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
}
