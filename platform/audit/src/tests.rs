//! The log on both engines: concurrent writers keep it consistent, and changes of its rows are found.

use authz::Origin;
use db::testing::TestDb;
use db::{Db, Engine};
use primitives::{TenantId, UserId};
use serde_json::json;

use crate::{Act, Author, Broken, Object, heads, left_behind, missing_triggers, record, verify};

fn act(tenant: i64, title: &str) -> Act {
    let tenant = Some(tenant).filter(|id| *id != 0).map(TenantId);
    Act::new("tried", tenant, Object::new("thing", 7, title)).before(json!({ "a": 1 })).after(json!({ "a": 2 }))
}

async fn write(db: &Db, tenant: i64, title: &str) {
    let act = act(tenant, title);
    let author = Author::user(UserId(3), Origin::Network(Some([192, 0, 2, 1].into())));
    let written = db.write(move |tx| {
        record(tx, author, act, 1_800_000_000);
        Ok::<_, db::Error>(())
    });
    written.await.unwrap();
}

/// Runs the story on each engine. The database outlives the runtime's tasks.
fn on_both(story: impl AsyncFn(&TestDb)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let test = runtime.block_on(TestDb::new(engine, &crate::migrations()));
        runtime.block_on(story(&test));
    }
}

/// Changes the database as somebody with full access to it could, past the triggers.
async fn tamper(test: &TestDb, sql: &str) {
    let (off, on) = match test.db.engine() {
        Engine::Postgres => ("SET session_replication_role = replica;", "SET session_replication_role = DEFAULT;"),
        Engine::Sqlite => (
            "DROP TRIGGER audit_entry_never_updated; DROP TRIGGER audit_entry_never_deleted; DROP TRIGGER audit_chain_never_deleted;",
            "",
        ),
    };
    test.run(format!("{off} {sql}; {on}")).await;
}

async fn broken(db: &Db) -> Vec<(i64, Option<Broken>)> {
    verify(db).await.unwrap().into_iter().map(|state| (state.chain, state.broken)).collect()
}

#[test]
fn each_tenant_has_a_chain_that_many_writers_share() {
    on_both(async |test| {
        let writers = (0..8).map(|writer| {
            let db = test.db.clone();
            tokio::spawn(async move {
                for n in 0..10 {
                    write(&db, i64::from(writer % 2) + 1, &format!("{writer} {n}")).await;
                }
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.unwrap();
        }
        let states = verify(&test.db).await.unwrap();
        let seen: Vec<_> = states.iter().map(|state| (state.chain, state.length, state.broken.is_none())).collect();
        assert_eq!(seen, [(1, 40, true), (2, 40, true)]);
    });
}

#[test]
fn writers_of_several_tenants_take_their_chains_in_one_order() {
    on_both(async |test| {
        let writers = (0..8).map(|writer| {
            let db = test.db.clone();
            tokio::spawn(async move {
                for _ in 0..10 {
                    let tenants = if writer % 2 == 0 { [1, 2] } else { [2, 1] };
                    let written = db.write(move |tx| {
                        for tenant in tenants {
                            record(tx, Author::nobody(Origin::Job), act(tenant, "both"), 0);
                        }
                        Ok::<_, db::Error>(())
                    });
                    written.await.unwrap();
                }
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.unwrap();
        }
        assert_eq!(broken(&test.db).await, [(1, None), (2, None)]);
    });
}

#[test]
fn an_act_that_is_undone_is_not_recorded() {
    on_both(async |test| {
        let undone = test.db.write(|tx| {
            record(tx, Author::nobody(Origin::Job), act(1, "undone"), 0);
            Err::<(), _>(db::Error::Missing)
        });
        assert!(undone.await.is_err());
        assert_eq!(broken(&test.db).await, []);
    });
}

#[test]
fn entries_are_neither_changed_nor_deleted() {
    on_both(async |test| {
        write(&test.db, 1, "one").await;
        for sql in [
            "UPDATE audit_entry SET what = 'other'",
            "DELETE FROM audit_entry",
            "UPDATE audit_chain SET length = 0",
            "DELETE FROM audit_chain",
        ] {
            let refused = test.db.write(move |tx| tx.run(sql, &[])).await.unwrap_err().to_string();
            assert!(refused.contains("append-only") || refused.contains("db error"), "{sql}: {refused}");
        }
        assert_eq!(broken(&test.db).await, [(1, None)]);
    });
}

#[test]
fn verifying_the_log_finds_changed_and_missing_entries() {
    let at = |audit_id: i64| Some(Broken::Changed { audit_id, position: audit_id });
    for (sql, wanted) in [
        ("UPDATE audit_entry SET users_id = 4 WHERE audit_id = 2", at(2)),
        ("UPDATE audit_entry SET object_title = 'x' WHERE audit_id = 3", at(3)),
        ("UPDATE audit_entry SET after_json = NULL WHERE audit_id = 1", at(1)),
        ("DELETE FROM audit_entry WHERE audit_id = 2", Some(Broken::Missing { position: 2 })),
        ("DELETE FROM audit_entry WHERE audit_id = 4", Some(Broken::Missing { position: 4 })),
        ("DELETE FROM audit_chain WHERE chain_id = 1", Some(Broken::Orphan { audit_id: 1, position: 1 })),
    ] {
        on_both(async |test| {
            for title in ["a", "b", "c", "d"] {
                write(&test.db, 1, title).await;
            }
            write(&test.db, 2, "untouched").await;
            tamper(test, sql).await;
            let mut found = broken(&test.db).await;
            found.sort_by_key(|(chain, _)| *chain);
            assert_eq!(found, [(1, wanted.clone()), (2, None)], "{sql}");
        });
    }
}

#[test]
fn a_noted_end_tells_a_chain_that_was_cut_short_and_one_that_was_taken_away() {
    on_both(async |test| {
        for title in ["one", "two", "three"] {
            write(&test.db, 1, title).await;
            write(&test.db, 2, title).await;
        }
        let noted = test.db.read(heads).await.unwrap();
        assert_eq!(noted.iter().map(|head| (head.chain, head.length)).collect::<Vec<_>>(), [(1, 3), (2, 3)]);
        write(&test.db, 1, "four").await;
        assert_eq!(left_behind(&test.db, noted.clone()).await.unwrap(), [], "the chains have grown, and pass through");
        assert_eq!(missing_triggers(&test.db).await.unwrap(), [] as [&str; 0]);

        let cut = "DROP TRIGGER audit_chain_only_grows ON audit_chain;
                   DELETE FROM audit_entry WHERE chain_id = 2 OR position > 1;
                   DELETE FROM audit_chain WHERE chain_id = 2;
                   UPDATE audit_chain SET length = 1, hash = (SELECT hash FROM audit_entry WHERE chain_id = 1)";
        match test.db.engine() {
            Engine::Postgres => tamper(test, cut).await,
            Engine::Sqlite => tamper(test, &cut.replace(" ON audit_chain;", ";")).await,
        }
        assert_eq!(broken(&test.db).await, [(1, None)], "whole in itself");
        assert_eq!(left_behind(&test.db, noted.clone()).await.unwrap(), noted);
        assert!(missing_triggers(&test.db).await.unwrap().contains(&"audit_chain_only_grows"));
    });
}
