use crate::harness::{on_both, on_disks};

#[test]
fn a_rename_shows_in_the_list_in_search_and_on_disk() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Old").await.id();
        let file = wim.upload(folder, "a.txt", "letters").await.id();
        for (node, name) in [(folder, "New"), (file, "b.txt")] {
            let entry = wim.rename(node, name).await.ok();
            assert_eq!(entry["name"], name);
        }
        assert_eq!(server.bytes_at("New/b.txt").await, b"letters");
        assert_eq!(server.names_at("").await, [".vitrine", "New"]);
        assert_eq!(wim.find("old").await, [""; 0]);
        // A word of the folder finds what lies in it too.
        assert_eq!(wim.find("new").await, ["New", "b.txt"]);
        assert_eq!(wim.content(file).await.bytes, b"letters");
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
    });
}

#[test]
fn another_case_or_the_same_name_is_no_conflict_with_itself() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "photo.JPG", "x").await.id();
        for name in ["Photo.jpg", "Photo.jpg"] {
            assert_eq!(wim.rename(file, name).await.ok()["name"], name);
        }
        assert_eq!(server.names_at("").await, [".vitrine", "Photo.jpg"]);
    });
}

#[test]
fn renaming_onto_a_name_that_is_taken_changes_nothing() {
    on_both(async |server| {
        let wim = server.user("wim");
        let one = wim.upload(server.top, "one.txt", "1").await.id();
        wim.upload(server.top, "two.txt", "2").await.id();
        assert_eq!(wim.rename(one, "TWO.txt").await.refusal(), (409, "name_taken"));
        assert_eq!(wim.list(server.top).await, ["one.txt", "two.txt"]);
        assert_eq!(server.names_at("").await, [".vitrine", "one.txt", "two.txt"]);
        assert_eq!(server.bytes_at("two.txt").await, b"2");
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
    });
}

#[test]
fn an_untracked_file_on_the_disk_is_not_replaced_by_a_rename() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let one = wim.upload(server.top, "one.txt", "1").await.id();
        std::fs::write(server.disk.join("stray.txt"), "stray").unwrap();
        assert_eq!(wim.rename(one, "stray.txt").await.refusal(), (409, "name_taken"));
        assert_eq!(wim.list(server.top).await, ["one.txt"]);
        assert_eq!(server.names_at("").await, [".vitrine", "one.txt", "stray.txt"]);
        assert_eq!(std::fs::read(server.disk.join("stray.txt")).unwrap(), b"stray");
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
    });
}

#[test]
fn a_repository_is_not_renamed_and_a_reader_renames_nothing() {
    on_both(async |server| {
        let file = server.user("wim").upload(server.top, "one.txt", "1").await.id();
        assert_eq!(server.user("mia").rename(server.top, "mine").await.refusal(), (409, "wrong_kind"));
        assert_eq!(server.user("rea").rename(file, "mine").await.refusal(), (403, "needs_role.writer"));
        assert_eq!(server.names_at("").await, [".vitrine", "one.txt"]);
    });
}

#[test]
fn a_folder_that_is_renamed_again_and_again_is_read_and_takes_uploads() {
    on_both(async |server| {
        let (wim, mia, rea) = (server.user("wim"), server.user("mia"), server.user("rea"));
        let folder = wim.folder(server.top, "0").await.id();
        let read = wim.upload(folder, "read.txt", "bytes").await.id();
        let renames = async {
            for name in 1..=25 {
                mia.rename(folder, &name.to_string()).await.ok();
            }
        };
        let uploads = async {
            for number in 0..12 {
                let name = format!("{number}.txt");
                wim.upload(folder, &name, name.clone()).await.ok();
            }
        };
        let reads = async {
            for _ in 0..40 {
                assert_eq!(rea.content(read).await.bytes, b"bytes");
            }
        };
        tokio::join!(renames, uploads, reads);
        for number in 0..12 {
            let name = format!("{number}.txt");
            assert_eq!(server.text_at(format!("25/{name}")).await, name);
        }
        assert_eq!(server.names_at("").await, [".vitrine", "25"]);
        assert_eq!(server.staged().await, [""; 0]);
        let wrong = "SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL";
        assert_eq!(server.count(wrong).await, 0);
    });
}
