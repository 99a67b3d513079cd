use std::fs::{create_dir, create_dir_all, write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use blobs::Tree;
use primitives::EntryName;
use rest::Rule;

use super::{NOT_THERE, OUTSIDE, Roots, check_repository_folder, overlap};

struct Host {
    folder: tempfile::TempDir,
    roots: Roots,
}

/// A host with the installation in `data`, and a share that its operator named.
fn host() -> Host {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["data/files", "share/assets", "elsewhere"] {
        create_dir_all(at(name)).unwrap();
    }
    let kept = vec![at("data"), at("share/house.db")];
    let roots = Roots::new(&at("data/files"), vec![at("share"), folder.path().to_owned()], kept);
    Host { folder, roots }
}

impl Host {
    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn candidate(&self, url: &str) -> Result<PathBuf, Rule> {
        self.roots.candidate(url).map(|candidate| candidate.path())
    }

    fn check(&self, url: &str) -> Result<(), Rule> {
        self.roots.candidate(url).and_then(|candidate| candidate.check())
    }

    fn typed(&self, name: &str) -> String {
        self.at(name).display().to_string()
    }
}

#[test]
fn a_path_stays_below_a_root_whatever_is_typed() {
    let host = host();
    assert_eq!(host.candidate("lume/assets"), Ok(host.at("data/files/lume/assets")));
    assert_eq!(host.candidate(&host.typed("data/files/lume")), Ok(host.at("data/files/lume")));
    assert_eq!(host.candidate(&host.typed("share/assets/")), Ok(host.at("share/assets")));
    assert_eq!(host.candidate(" "), Err(Rule::Mandatory));
    for url in
        ["..", "../x", "a/../../x", "./x", ".", "a//b", "a/./b", "/", "/etc", "/etc/passwd", "a\\b", "a\0b", ".vitrine"]
    {
        assert_eq!(host.candidate(url), Err(OUTSIDE), "{url}");
    }
    let typed = host.typed("share");
    for url in [format!("{typed}/../data"), format!("/{typed}"), format!("/{typed}/../..")] {
        assert_eq!(host.candidate(&url), Err(OUTSIDE), "{url}");
    }
}

#[test]
fn what_the_installation_keeps_for_itself_is_nobodys_file_server() {
    let host = host();
    for name in ["data", "data/mail", "data/vitrine.db", "data/files", "share", ""] {
        assert_eq!(host.candidate(&host.typed(name)), Err(OUTSIDE), "{name}");
    }
    assert!(host.candidate(&host.typed("elsewhere")).is_ok());
}

#[test]
fn links_files_and_repositories_on_the_way_are_refused() {
    let host = host();
    symlink("/etc", host.at("data/files/door")).unwrap();
    symlink(host.at("share/assets"), host.at("share/door")).unwrap();
    write(host.at("data/files/file"), "x").unwrap();
    Tree::create(host.at("share/taken")).unwrap();
    create_dir_all(host.at("data/files/left/behind")).unwrap();
    for (url, wanted) in [
        ("door".to_owned(), Err(OUTSIDE)),
        ("door/passwd.d".to_owned(), Err(OUTSIDE)),
        ("file/x".to_owned(), Err(OUTSIDE)),
        (host.typed("share/door"), Err(OUTSIDE)),
        (host.typed("share/taken"), Err(Rule::Taken)),
        (host.typed("share/taken/below"), Err(Rule::Taken)),
        ("left".to_owned(), Err(Rule::Taken)),
        ("left/behind".to_owned(), Ok(())),
        ("new/place".to_owned(), Ok(())),
        (host.typed("share/assets"), Ok(())),
    ] {
        assert_eq!(host.check(&url), wanted, "{url}");
    }
    let made = host.roots.candidate("door/deep").unwrap();
    assert!(made.make().is_err());
    host.roots.candidate("new/place").unwrap().make().unwrap();
    assert!(host.at("data/files/new/place").is_dir());
}

#[test]
fn a_named_folder_that_is_not_there_is_no_place_to_begin_one() {
    let host = host();
    let roots = Roots::new(&host.at("data/files"), vec![host.at("unmounted")], vec![]);
    let candidate = roots.candidate(&host.typed("unmounted/x")).unwrap();
    assert_eq!(candidate.check(), Err(NOT_THERE));
    assert!(candidate.make().is_err());
}

#[test]
fn folders_overlap_in_either_direction_in_any_case_and_through_links() {
    let host = host();
    symlink(host.at("share"), host.at("alias")).unwrap();
    for (one, other, wanted) in [
        ("share", "share", true),
        ("share", "share/a/b", true),
        ("share/a/b", "share/A", true),
        ("share/a", "share/ab", false),
        ("alias/a", "share/a/b", true),
        ("share", "data", false),
    ] {
        assert_eq!(overlap(&host.at(one), &host.at(other)), wanted, "{one} {other}");
    }
    assert!(overlap(Path::new("/"), &host.at("share")));
}

#[test]
fn a_repository_takes_over_a_folder_of_assets_and_none_of_another_repository() {
    let host = host();
    let check = |name: &str| check_repository_folder(&host.at("share"), &EntryName::parse(name).unwrap());
    write(host.at("share/assets/a.jpg"), "x").unwrap();
    Tree::create(host.at("share/begun")).unwrap();
    Tree::create(host.at("share/used")).unwrap();
    write(host.at("share/used/a.jpg"), "x").unwrap();
    symlink("/etc", host.at("share/door")).unwrap();
    create_dir(host.at("share/empty")).unwrap();
    for (name, wanted) in [
        ("assets", Ok(())),
        ("begun", Ok(())),
        ("empty", Ok(())),
        ("new", Ok(())),
        ("used", Err(Rule::Taken)),
        ("door", Err(OUTSIDE)),
    ] {
        assert_eq!(check(name), wanted, "{name}");
    }
}

#[test]
fn our_own_folder_is_told_by_what_lies_below_it() {
    let host = host();
    assert_eq!(host.roots.told(&host.typed("data/files/lume/x")), "lume/x");
    assert_eq!(host.roots.told(&host.typed("data/files")), ".");
    assert_eq!(host.roots.told("/mnt/share"), "/mnt/share");
}
