//! What an action offers once it has ended, and what actions are called that ended before they had types of their own.

use db::testing::TestDb;
use db::{Engine, Migrations};
use primitives::Clock;
use serde_json::json;
use vitrine_activity::{Activity, BgAction, Change, Status, finish, start, update};

use crate::actions::{app, call};
use crate::test_users::{ANA, ENGINES, NOW, action};

const DAY: i64 = 86_400;

async fn ended(test: &TestDb, change: Change) -> BgAction {
    let ending = test.db.write(move |tx| {
        let begun = start(tx, &action(ANA, "move"), NOW)?;
        update(tx, &begun.bg_action_id, &change)?;
        finish(tx, &begun.bg_action_id, Status::PartialError)
    });
    ending.await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_is_taken_back_and_tried_again_until_a_time_that_it_says() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_activity::migrations()).await;
        let clock = Clock::fixed(NOW);
        let app = app(&Activity::new(test.db.clone(), clock.clone()));
        let until = Some(NOW + DAY);
        let change = Change { undo_until: until, retry_until: until, failed: Some(2), ..Change::default() };
        let told = ended(&test, change).await;
        assert!(told.can_undo && told.can_retry && !told.undone);
        for (later, is_open) in [(0, true), (DAY - 1, true), (1, false)] {
            clock.advance(later);
            let (_, body) = call(&app, "GET", "ana", "").await;
            let one = &body["items"][0];
            assert_eq!((&one["can_undo"], &one["can_retry"]), (&json!(is_open), &json!(is_open)));
            assert_eq!((&one["undo_until"], &one["failed"]), (&json!(until), &json!(2)));
        }
        assert!(!told.retried);
        let id = told.bg_action_id.clone();
        let change = Change { retry_until: Some(0), ..Change::default() };
        let told = test.db.write(move |tx| update(tx, &id, &change)).await.unwrap().unwrap();
        assert_eq!((told.retried, told.can_retry, told.retry_until), (true, false, None));
        let id = told.bg_action_id.clone();
        let change = Change { undone_at: Some(NOW), ..Change::default() };
        let told = test.db.write(move |tx| update(tx, &id, &change)).await.unwrap().unwrap();
        assert_eq!((told.undone, told.can_undo, told.can_retry, told.retried), (true, false, false, false));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_from_before_get_the_types_that_their_titles_tell() {
    for engine in ENGINES {
        let all = vitrine_activity::migrations();
        let before = Migrations::of(all.iter().filter(|step| step.number() < "0351").copied());
        let test = TestDb::new(engine, &before).await;
        let rows = [
            ("delete", "7 items", "7", "NULL", "success", "", "delete"),
            ("delete", "plan.txt", "NULL", "5", "success", "", "delete"),
            ("delete", "3 itens, definitivamente", "3", "NULL", "success", "", "purge"),
            ("delete", "large folder", "NULL", "NULL", "success", "", "purge"),
            ("delete", "Lixeira", "NULL", "NULL", "success", "", "empty_bin"),
            ("other", "Restored: 4 items", "4", "NULL", "partial_error", "1 could not be changed", "restore"),
            ("other", "Arquivos danificados", "NULL", "NULL", "error", "more", "files_damaged"),
            ("upload", "Bin", "NULL", "NULL", "success", "", "upload"),
        ];
        for (number, (kind, title, items, node, status, text, _)) in rows.iter().enumerate() {
            test.run(format!(
                "INSERT INTO activity_action (bg_action_id, bg_group_id, users_id, tenant_id, title, text, type, status,
                   node_id, items, created_at)
                 VALUES ('{number}', 'g', 1, 1, '{title}', '{text}', '{kind}', '{status}', {node}, {items}, 1);"
            ))
            .await;
        }
        test.db.migrate(&all).await.unwrap();
        let sql = "SELECT type FROM activity_action ORDER BY ordinal";
        let types = test.db.read(move |c| c.rows(sql, &[], |row| row.get::<String>(0))).await.unwrap();
        assert_eq!(types, rows.map(|row| row.6.to_owned()), "{}", matches!(engine, Engine::Sqlite));
        let sql = "SELECT done, failed, text FROM activity_action WHERE failed IS NOT NULL";
        let read = move |c: &mut db::Conn<'_>| {
            c.rows(sql, &[], |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?, row.get::<String>(2)?)))
        };
        assert_eq!(test.db.read(read).await.unwrap(), [(3, 1, String::new())]);
    }
}
