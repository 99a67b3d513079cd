//! Who a process is, to others that work at the same disks: said in a way that tells whether it still lives.

use std::fs;

/// Host, its start, process, the process's start: `lume/6f1c…/4711/81234`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner(String);

impl Owner {
    pub fn this_process() -> Self {
        Self::of(std::process::id())
    }

    /// A process of this machine, by its number.
    pub fn of(process: u32) -> Self {
        Self(format!("{}/{process}/{}", machine(), begun(process).unwrap_or_default()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the process of that name is known to have ended. Of other machines that is not known.
    pub(crate) fn is_gone(owner: &str) -> bool {
        let Some(rest) = owner.strip_prefix(&machine()).and_then(|rest| rest.strip_prefix('/')) else { return false };
        let Some((process, since)) = rest.split_once('/') else { return false };
        process.parse().is_ok_and(|process| begun(process).is_none_or(|begun| begun != since))
    }
}

/// The host in its present life; containers that share a kernel have names of their own.
fn machine() -> String {
    let read = |file: &str| fs::read_to_string(file).map(|text| text.trim().to_owned()).unwrap_or_default();
    format!("{}/{}", read("/proc/sys/kernel/hostname"), read("/proc/sys/kernel/random/boot_id"))
}

/// When a process began, in the kernel's ticks; none where there is no such process.
fn begun(process: u32) -> Option<String> {
    let told = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name in brackets, with whatever it has in it.
    let (_, fields) = told.rsplit_once(')')?;
    let mut fields = fields.split_whitespace();
    let state = fields.next()?;
    // A process that has ended and was not collected yet does nothing any more.
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
