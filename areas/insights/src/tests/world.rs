//! A tenant for tests, and what its admin is told.

use std::sync::Arc;

use authz::Actor;
use axum::extract::State;
use content::testing::TestTenant;
pub use content::testing::{DAY, NOW};
use content::{Use, UseKind, UsedBy, tell_use};
use db::testing::TestDb;
use db::{Engine, Tx, params};
use events::Listeners;
use primitives::{AppInstanceId, Clock, NodeId, NodeRole, UserId};
use rest::{CurrentUser, Path, Query};
use security::{GrantAccess, NewGrant, Principal};
use serde_json::{Value, json};

use crate::counting::Counts;
use crate::days::Day;
use crate::shown::{entry, export, links, over_time, storage, unused, used};
use crate::{Insights, migrations, repositories, survey};

const IN: AppInstanceId = AppInstanceId(1);

/// A tenant with an admin, and `top / folder / file` in it.
pub struct World {
    pub insights: Insights,
    pub clock: Clock,
    pub ana: Arc<Actor>,
    pub top: NodeId,
    pub folder: NodeId,
    pub file: NodeId,
    test: TestDb,
}

impl World {
    async fn new(engine: Engine) -> Self {
        let test = TestDb::new(engine, &migrations()).await;
        let (clock, counts) = (Clock::fixed(NOW), Counts::default());
        let hearing = counts.clone();
        let mut room = room::Room::new("insights", 9);
        room = room.with(content::UseListener::new(move |db, used| hearing.hear(db, used)));
        let db = Listeners::default().of(test.db.clone()).carrying(clock.clone());
        let db = room::Room::contributions(&[room]).of(db);
        let TestTenant { ana, top, folder, file, .. } = TestTenant::new(&db, 700).await;
        let insights = Insights { db, clock: clock.clone(), counts };
        Self { insights, clock, ana, top, folder, file, test }
    }

    /// Somebody uses these entries; others come from a link.
    pub fn uses(&self, kind: UseKind, nodes: &[NodeId], by: UsedBy) {
        tell_use(&self.insights.db, &Use { kind, nodes, by, at: self.clock.now() });
    }

    pub fn views(&self, person: i64, node: NodeId) {
        self.uses(UseKind::Viewed, &[node], UsedBy::Person(UserId(person)));
    }

    pub async fn sum_up(&self) {
        self.insights.counts.write(&self.insights.db).await.unwrap();
        survey::make_due(&self.insights).await.unwrap();
    }

    /// From now on the file has an access of its own.
    pub async fn give_access(&self, node: NodeId) {
        let person = self.ana.user;
        let given = security::write(&self.insights.db, &self.ana, move |tx, access| {
            let permit = access.authorize::<GrantAccess>(tx, node)?;
            let new = NewGrant { principal: Principal::User(person), role: NodeRole::Reader, recursive: true };
            security::grant(tx, &permit, access.actor(), new, NOW)
        });
        given.await.unwrap();
    }

    /// From now on the entry is in the repository 77; what was counted of it is not.
    pub async fn put_elsewhere(&self, node: NodeId) {
        let sql = "UPDATE nodes_node SET repository_id = 77 WHERE node_id = $1";
        self.test.db.write(move |tx| tx.run(sql, params![node])).await.unwrap();
    }

    /// A job and a survey take along what was counted. The second comes before the first has committed.
    pub async fn take_along_twice(&self, node: NodeId) {
        let (today, (began, has_begun)) = (Day::of(self.clock.now()), tokio::sync::oneshot::channel());
        let (commit, may_commit) = std::sync::mpsc::channel();
        let (db, other) = (self.test.db.clone(), self.test.db.clone());
        let first = tokio::spawn(async move {
            let take_along = move |tx: &mut Tx<'_>| -> db::Result<()> {
                repositories::take_along(tx, &[node], today)?;
                began.send(()).unwrap();
                may_commit.recv().unwrap();
                Ok(())
            };
            db.write(take_along).await
        });
        has_begun.await.unwrap();
        let second =
            tokio::spawn(async move { other.write(move |tx| repositories::take_along(tx, &[node], today)).await });
        let waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        // SQLite has one writer.
        while self.test.db.engine() == Engine::Postgres
            && !self.test.db.read(move |c| c.exists(waits, &[])).await.unwrap()
        {
            assert!(!second.is_finished(), "the second waits");
            tokio::task::yield_now().await;
        }
        commit.send(()).unwrap();
        first.await.unwrap().unwrap();
        second.await.unwrap().unwrap();
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        self.test.db.read(move |c| c.get(sql, &[], |row| row.get(0))).await.unwrap()
    }

    fn asked(&self, node: NodeId) -> (State<Insights>, CurrentUser, Path<(AppInstanceId, NodeId)>) {
        (State(self.insights.clone()), CurrentUser(self.ana.clone()), Path((IN, node)))
    }

    pub async fn over_time(&self, period: &str) -> Value {
        let (state, user, path) = self.asked(self.top);
        let query = Query(serde_json::from_value(json!({ "period": period })).unwrap());
        serde_json::to_value(&over_time::show(state, user, path, query).await.unwrap().0).unwrap()
    }

    /// Names and numbers.
    pub async fn used(&self, query: Value) -> Vec<(String, i64)> {
        let (state, user, path) = self.asked(self.top);
        let query = Query(serde_json::from_value(query).unwrap());
        let told = serde_json::to_value(&used::list(state, user, path, query).await.unwrap().0).unwrap();
        let pair =
            |item: &Value| (item["entry"]["name"].as_str().unwrap().to_owned(), item["number"].as_i64().unwrap());
        told["items"].as_array().unwrap().iter().map(pair).collect()
    }

    pub async fn unused(&self) -> Value {
        let (state, user, path) = self.asked(self.top);
        let query = Query(serde_json::from_value(json!({})).unwrap());
        serde_json::to_value(&unused::list(state, user, path, query).await.unwrap().0).unwrap()
    }

    pub async fn storage(&self) -> Value {
        let (state, user, path) = self.asked(self.top);
        serde_json::to_value(&storage::list(state, user, path).await.unwrap().0).unwrap()
    }

    pub async fn links(&self) -> Value {
        let (state, user, path) = self.asked(self.top);
        let query = Query(serde_json::from_value(json!({})).unwrap());
        serde_json::to_value(&links::list(state, user, path, query).await.unwrap().0).unwrap()
    }

    pub async fn of_entry(&self, node: NodeId) -> Value {
        let (state, user, path) = self.asked(node);
        let query = Query(serde_json::from_value(json!({})).unwrap());
        serde_json::to_value(&entry::show(state, user, path, query).await.unwrap().0).unwrap()
    }

    pub async fn csv(&self, list: &str) -> String {
        let (state, user, path) = self.asked(self.top);
        let query = Query(serde_json::from_value(json!({ "list": list })).unwrap());
        export::export(state, user, path, query).await.unwrap().1
    }
}

pub async fn on_both(story: impl AsyncFn(World)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        story(World::new(engine).await).await;
    }
}
