use mail::Delivery;
use primitives::Clock;

use crate::post_office::{message, messages, on_both, open, post, work};

fn files(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut texts: Vec<_> = entries.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    texts.sort();
    texts
}

#[test]
fn an_email_becomes_one_whole_file() {
    on_both(async |test| {
        let clock = Clock::fixed(1_800_000_000);
        let folder = test.folder().join("mail");
        let mail = open(&test.db, &clock, Delivery::Folder(folder.clone()));
        post(&test.db, &clock, message("Ana")).await;
        assert!(!folder.exists(), "nothing is written before the transaction is");
        work(&test.db, &clock, &mail).await;
        let found = files(&folder);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("Subject: Hello Ana") && found[0].contains("text/html"), "{}", found[0]);
        assert!(found[0].contains("Date: Fri, 15 Jan 2027 08:00:00 +0000"), "{}", found[0]);
        assert_eq!(messages(&test.db).await, [("sent".into(), None, 0)]);
    });
}

#[test]
fn a_folder_that_cannot_be_written_keeps_the_email_waiting() {
    on_both(async |test| {
        let clock = Clock::fixed(1_800_000_000);
        let folder = test.folder().join("mail");
        std::fs::write(&folder, "in the way").unwrap();
        let mail = open(&test.db, &clock, Delivery::Folder(folder.clone()));
        post(&test.db, &clock, message("Ana")).await;
        work(&test.db, &clock, &mail).await;
        assert_eq!(messages(&test.db).await[0].0, "queued");
        std::fs::remove_file(&folder).unwrap();
        clock.advance(600);
        work(&test.db, &clock, &mail).await;
        assert_eq!(files(&folder).len(), 1);
    });
}

#[test]
fn names_cannot_add_headers() {
    on_both(async |test| {
        let clock = Clock::fixed(1_800_000_000);
        let folder = test.folder().join("mail");
        let mail = open(&test.db, &clock, Delivery::Folder(folder.clone()));
        for name in [
            "Ana\r\nBcc: eva@other.example",
            "Ana\" <eva@other.example>, \"x",
            "Ana\nX: y\n\n<b>",
            "=?utf-8?q?Ana=0D=0ABcc:_e@o.example?=",
        ] {
            post(&test.db, &clock, message(name)).await;
        }
        work(&test.db, &clock, &mail).await;
        let found = files(&folder);
        assert_eq!(found.len(), 4);
        for text in found {
            let head = text.split("\r\n\r\n").next().unwrap();
            for line in head.lines() {
                assert!(!line.starts_with("Bcc:") && !line.starts_with("X:"), "{head}");
            }
            let to: Vec<_> = head.lines().filter(|line| line.starts_with("To:")).collect();
            assert_eq!(to.len(), 1, "{head}");
            assert!(to[0].ends_with("<ana@lume.example>") && !to[0].contains("eva@"), "{head}");
        }
    });
}
