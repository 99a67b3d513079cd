//! Gives up the rights that a decoder does not need, before the first byte is read. Resource limits and "no new
//! privileges" must succeed; landlock (no file but the output folder and fonts, no TCP) depends on the kernel.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, RestrictionStatus, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus,
};
use rustix::process::{Resource, Rlimit, Signal, nice, set_parent_process_death_signal, setrlimit};

use crate::conversion::LARGEST;
use crate::protocol::{Request, Task};

/// The folders of fonts for text in SVG.
pub(crate) const FONT_FOLDERS: [&str; 2] = ["/usr/share/fonts", "/usr/local/share/fonts"];

const LARGEST_PREVIEW: u64 = 32 * 1024 * 1024;
const OPEN_FILES: u64 = 64;

/// The possible paths of Ghostscript.
pub(crate) const GHOSTSCRIPT: [&str; 2] = ["/usr/bin/gs", "/usr/local/bin/gs"];

/// The folders that a tool reads to start: its program, its libraries, its own files.
const TOOL_FOLDERS: [&str; 8] =
    ["/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/fonts", "/etc/ghostscript", "/var/lib/ghostscript"];

/// Returns whether the kernel confines the child to its folder. `with_tools`: it may start programs, which inherit
/// every limit.
pub(crate) fn give_up_rights(request: &Request, with_tools: bool) -> io::Result<bool> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    rustix::thread::set_no_new_privs(true)?;
    limit(Resource::Core, 0)?;
    limit(Resource::As, request.memory_bytes)?;
    limit(Resource::Cpu, request.cpu_seconds)?;
    let largest = match request.task {
        Task::Preview(_) => LARGEST_PREVIEW,
        Task::Convert(_) => LARGEST,
    };
    limit(Resource::Fsize, largest)?;
    limit(Resource::Nofile, OPEN_FILES)?;
    nice(5)?;
    // An older kernel has no landlock; then only the limits above apply, and the reply says so.
    let confined = confine_files(&request.out_dir, with_tools);
    Ok(confined.is_ok_and(|status| status.ruleset != RulesetStatus::NotEnforced))
}

fn limit(resource: Resource, value: u64) -> io::Result<()> {
    Ok(setrlimit(resource, Rlimit { current: Some(value), maximum: Some(value) })?)
}

fn confine_files(out_dir: &Path, with_tools: bool) -> Result<RestrictionStatus, RulesetError> {
    let abi = ABI::V5;
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .create()?;
    if let Ok(folder) = PathFd::new(out_dir) {
        let write = AccessFs::WriteFile | AccessFs::MakeReg | AccessFs::Truncate;
        let own = write | AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::RemoveFile;
        let write = if with_tools { own } else { write };
        ruleset = ruleset.add_rule(PathBeneath::new(folder, write))?;
    }
    for folder in FONT_FOLDERS.into_iter().filter_map(|folder| PathFd::new(folder).ok()) {
        ruleset = ruleset.add_rule(PathBeneath::new(folder, AccessFs::ReadFile | AccessFs::ReadDir))?;
    }
    if with_tools {
        for folder in TOOL_FOLDERS.into_iter().filter_map(|folder| PathFd::new(folder).ok()) {
            ruleset = ruleset
                .add_rule(PathBeneath::new(folder, AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::Execute))?;
        }
        if let Ok(nowhere) = PathFd::new("/dev/null") {
            ruleset = ruleset.add_rule(PathBeneath::new(nowhere, AccessFs::ReadFile | AccessFs::WriteFile))?;
        }
    }
    ruleset.restrict_self()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Landlock applies to the calling thread only, so the test's own thread may be confined.
    #[test]
    fn confined_only_the_output_folder_is_writable_and_nothing_else_readable() {
        let folder = tempfile::tempdir().unwrap();
        let status = confine_files(folder.path(), false).unwrap();
        if status.ruleset == RulesetStatus::NotEnforced {
            return;
        }
        fs::write(folder.path().join("small.webp"), b"x").unwrap();
        assert!(fs::read("/etc/passwd").is_err());
        assert!(fs::write(folder.path().join("../beside"), b"x").is_err());
        assert!(std::process::Command::new("/bin/true").status().is_err());
    }
}
