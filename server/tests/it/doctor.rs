//! The effects of a machine crash, or of other tools, on the tree, and the doctor's repairs.

use std::fs;

use storage::{CheckOptions, Fault};
use vitrine::rooms::rooms;

use crate::harness::{TestServer, names_in, on_both, on_disks};

async fn faults(server: &TestServer, treatment: CheckOptions) -> Vec<(String, Fault, bool)> {
    let mut found = Vec::new();
    let told = |finding: storage::Finding| found.push((finding.place, finding.fault, finding.repaired));
    storage::examine(&server.app.db, treatment, None, told).await.unwrap();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

const LOOK: CheckOptions = CheckOptions { repair: false, hashes: false };
const MEND: CheckOptions = CheckOptions { repair: true, hashes: true };

#[test]
fn the_doctor_finds_what_is_wrong_and_mends_it_without_losing_anything() {
    on_disks(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "Verão").await.id();
        let empty = wim.folder(server.top, "empty").await.id();
        for (name, bytes) in
            [("a.txt", "twin"), ("b.txt", "twin"), ("c.txt", "only"), ("d.txt", "whole"), ("e.txt", "whole")]
        {
            wim.upload(folder, name, bytes).await.ok();
        }
        let binned = wim.upload(folder, "binned.txt", "whole").await.id();
        mia.delete(&format!("entry/{binned}")).await.ok();
        assert_eq!(faults(server, CheckOptions { hashes: true, ..LOOK }).await, []);

        let at = |name: &str| server.disk.join("Verão").join(name);
        fs::remove_file(at("a.txt")).unwrap();
        fs::remove_file(at("c.txt")).unwrap();
        fs::write(at("d.txt"), "who").unwrap();
        fs::write(at("stray.txt"), "not ours").unwrap();
        fs::create_dir_all(server.disk.join("stray/deep")).unwrap();
        fs::write(server.disk.join("stray/deep/x"), "deep").unwrap();
        fs::remove_dir(server.disk.join("empty")).unwrap();
        let in_bin = format!(".vitrine/bin/{binned}");
        fs::remove_file(server.disk.join(&in_bin)).unwrap();

        let wrong = |mended: bool| {
            let mut all = vec![
                (in_bin.clone(), Fault::NoBytes, mended),
                ("Verão/a.txt".to_owned(), Fault::NoBytes, mended),
                ("Verão/c.txt".to_owned(), Fault::NoBytes, false),
                ("Verão/d.txt".to_owned(), Fault::OtherBytes, mended),
                ("Verão/stray.txt".to_owned(), Fault::NoRow, mended),
                ("empty".to_owned(), Fault::NoBytes, mended),
                ("stray".to_owned(), Fault::NoRow, mended),
            ];
            all.sort_by(|one, other| one.0.cmp(&other.0));
            all
        };
        assert_eq!(faults(server, LOOK).await, wrong(false));
        assert_eq!(faults(server, MEND).await, wrong(true));
        let left = vec![("Verão/c.txt".to_owned(), Fault::NoBytes, false)];
        assert_eq!(faults(server, MEND).await, left);

        assert_eq!(fs::read_to_string(at("a.txt")).unwrap(), "twin");
        assert_eq!(fs::read_to_string(at("d.txt")).unwrap(), "whole");
        wim.folder(empty, "inside").await.ok();
        mia.post(&format!("entry/restore/{binned}"), serde_json::json!({})).await.ok();
        assert_eq!(fs::read_to_string(at("binned.txt")).unwrap(), "whole");
        assert_eq!(server.staged().await, [""; 0]);
        // The two untracked files and the half file still exist somewhere.
        assert_eq!(names_in(&server.disk.join(".vitrine/lost")).len(), 3);
    });
}

#[test]
fn a_folder_that_is_counted_wrongly_is_counted_again() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Verão").await.id();
        let deep = wim.folder(folder, "deep").await.id();
        wim.upload(deep, "a.txt", "a").await.ok();
        server.app.db.write(move |tx| tx.run("UPDATE nodes_tally SET entries = entries + 7", &[])).await.unwrap();
        let wrong = |mended| {
            let places = [".", "Verão", "Verão/deep"];
            places.map(|place| (place.to_owned(), Fault::Miscounted, mended)).to_vec()
        };
        assert_eq!(faults(server, LOOK).await, wrong(false));
        assert_eq!(faults(server, MEND).await, wrong(true));
        assert_eq!(faults(server, LOOK).await, []);
    });
}

#[test]
fn bytes_that_rotted_are_found_by_their_hash_alone() {
    on_both(async |server| {
        let wim = server.user("wim");
        for name in ["a.txt", "b.txt"] {
            wim.upload(server.top, name, "bytes").await.ok();
        }
        server.rot("a.txt").await;
        assert_eq!(faults(server, LOOK).await, []);
        let rotten = |mended| vec![("a.txt".to_owned(), Fault::OtherBytes, mended)];
        assert_eq!(faults(server, CheckOptions { hashes: true, ..LOOK }).await, rotten(false));
        assert_eq!(faults(server, MEND).await, rotten(true));
        assert_eq!(server.text_at("a.txt").await, "bytes");
        // Both are damaged in the same way: the right content is lost.
        server.overwrite("a.txt", "bytez").await;
        server.overwrite("b.txt", "bytex").await;
        let both = [rotten(false), vec![("b.txt".to_owned(), Fault::OtherBytes, false)]].concat();
        assert_eq!(faults(server, MEND).await, both);
    });
}

#[test]
fn the_doctor_reports_a_missing_disk_and_changes_nothing() {
    on_disks(async |server| {
        let away = server.disk.with_extension("away");
        fs::rename(&server.disk, &away).unwrap();
        let told = vec![(server.disk.display().to_string(), Fault::NoDisk, false)];
        assert_eq!(faults(server, MEND).await, told);
        fs::rename(&away, &server.disk).unwrap();
        assert_eq!(faults(server, MEND).await, []);
    });
}

#[test]
fn the_doctor_reports_rows_that_break_a_room_s_rule() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Verão").await.id();
        wim.upload(folder, "a.txt", "a").await.ok();
        server.classify(folder).await;
        let broken = |c: &mut db::Conn<'_>| room::broken_rules(&rooms(), c);
        assert_eq!(server.app.db.read(broken).await.unwrap(), [""; 0]);
        let breaking = move |tx: &mut db::Tx<'_>| {
            tx.run("DELETE FROM security_node_acl WHERE node_id = $1", db::params![folder])?;
            tx.run(
                "UPDATE nodes_node SET repository_id = repository_id + 1 WHERE parent_id = $1",
                db::params![folder],
            )?;
            tx.run("UPDATE activity_action SET status = 'in_progress', job_id = 999999", &[])
        };
        server.app.db.write(breaking).await.unwrap();
        let told = server.app.db.read(broken).await.unwrap().join("\n");
        for said in [
            "is in what cannot hold it",
            &format!("security: no ACL is recorded for node {folder}"),
            "waits for work that has ended",
        ] {
            assert!(told.contains(said), "{said}: {told}");
        }
    });
}
