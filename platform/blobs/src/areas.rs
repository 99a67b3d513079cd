//! A repository's own folders (`.vitrine`), when somebody has removed them or changed their rights.

use std::io::ErrorKind;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use rustix::fs::{AtFlags, Mode, mkdirat, openat, statat};
use rustix::io::Errno;

use crate::layout::{OURS, SENTINEL};
use crate::tree::{FOLDER, open_folder, step_into};
use crate::{Area, Error, Obstacle, Result, Tree};

impl Tree {
    /// The folder of `area`, made if somebody has removed it.
    pub(crate) fn area(&self, area: Area) -> Result<OwnedFd> {
        primitives::assert_may_wait();
        let not_mounted = |_| Obstacle { path: self.root().to_owned(), error: Error::NotMounted };
        let root = open_folder(self.root()).map_err(not_mounted)?;
        let ours = step_into(&root, OURS).map_err(not_mounted)?;
        let path = self.root().join(OURS).join(area.name());
        let in_the_way = |error| Obstacle { path, error };
        match open_area(&ours, area) {
            Err(Error::Missing) if self.is_mounted() => {}
            Err(error @ Error::Missing) => return Err(not_mounted(error).into()),
            opened => return opened.map_err(|error| in_the_way(error).into()),
        }
        let made = match mkdirat(&ours, area.name(), Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => open_area(&ours, area),
            Err(errno) => Err(errno.into()),
        };
        made.map_err(|error| in_the_way(error).into())
    }

    /// The areas that are missing, if the disk is mounted and the others can be used.
    pub(crate) fn find_missing_areas(&self) -> Result<Vec<Area>, Obstacle> {
        primitives::assert_may_wait();
        #[cfg(feature = "testing")]
        crate::testing::wait(self.root());
        let ours = self.root().join(OURS);
        let in_the_way = |path: &PathBuf, error: Error| Obstacle { path: path.clone(), error };
        match std::fs::metadata(ours.join(SENTINEL)) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Err(in_the_way(&self.root().to_owned(), Error::NotMounted));
            }
            Err(error) => {
                let shut = if ours.symlink_metadata().is_ok() { ours } else { self.root().to_owned() };
                return Err(in_the_way(&shut, error.into()));
            }
            Ok(_) => {}
        }
        let folder = open_folder(&ours).map_err(|error| in_the_way(&ours, error))?;
        let mut missing = Vec::new();
        for area in Area::ALL {
            match open_area(&folder, area).and_then(|area| Ok(statat(&area, ".", AtFlags::empty())?)) {
                Ok(_) => {}
                Err(Error::Missing) => missing.push(area),
                Err(error) => return Err(in_the_way(&ours.join(area.name()), error)),
            }
        }
        Ok(missing)
    }

    /// Makes the missing areas, and returns which they were.
    pub(crate) fn make_missing_areas(&self) -> Result<Vec<Area>, Obstacle> {
        let missing = self.find_missing_areas()?;
        for area in &missing {
            let path = self.root().join(OURS).join(area.name());
            std::fs::create_dir(&path).map_err(|error| Obstacle { path, error: error.into() })?;
        }
        Ok(missing)
    }
}

/// Something other than a folder in an area's place is an error, not a missing file.
fn open_area(ours: &OwnedFd, area: Area) -> Result<OwnedFd> {
    match openat(ours, area.name(), FOLDER, Mode::empty()) {
        Err(errno @ (Errno::NOTDIR | Errno::LOOP)) => Err(Error::Io(errno.into())),
        opened => Ok(opened?),
    }
}

#[cfg(test)]
mod tests {
    use primitives::NodeId;

    use crate::{Area, Error, Store, Tree, Within};

    #[test]
    fn areas_that_are_not_there_are_made_where_the_disk_is() {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree::create(folder.path()).unwrap();
        let gone = || std::fs::remove_dir_all(folder.path().join(".vitrine/staging")).unwrap();
        gone();
        assert_eq!(tree.missing_areas().unwrap(), [Area::Staging]);
        assert_eq!(tree.make_areas().unwrap(), [Area::Staging]);
        assert!(tree.missing_areas().unwrap().is_empty());
        gone();
        assert!(tree.walk(Within::Area(Area::Staging)).unwrap().is_empty());
        gone();
        tree.stage(NodeId(7)).unwrap();
        gone();
        std::fs::write(folder.path().join(".vitrine/staging"), "in the way").unwrap();
        let told = tree.make_areas().unwrap_err();
        assert!(told.path.ends_with(".vitrine/staging") && matches!(told.error, Error::Io(_)), "{told}");
        let told = tree.stage(NodeId(7)).unwrap_err();
        assert!(matches!(&told, Error::Obstacle(inner) if inner.path.ends_with(".vitrine/staging")), "{told}");
        std::fs::remove_file(folder.path().join(".vitrine/repository")).unwrap();
        assert!(matches!(tree.make_areas().unwrap_err().error, Error::NotMounted));
        std::fs::remove_file(folder.path().join(".vitrine/staging")).unwrap();
        let told = tree.stage(NodeId(7)).unwrap_err();
        assert!(matches!(&told, Error::Obstacle(inner) if matches!(inner.error, Error::NotMounted)), "{told}");
    }
}
