//! A tenant for tests, and what its admin is told.

use std::sync::Arc;

use authz::Actor;
use axum::extract::State;
use content::testing::TestTenant;
pub use content::testing::{DAY, NOW};
use content::{Use, UseKind, UsedBy, tell_use};
use db::Engine;
use db::testing::TestDb;
use events::Listeners;
use primitives::{AppInstanceId, Clock, NodeId, NodeRole, UserId};
use rest::{CurrentUser, Path, Query};
use security::{GrantAccess, NewGrant, Principal};
use serde_json::{Value, json};

use crate::counting::Counts;
use crate::shown::{entry, export, links, over_time, storage, unused, used};
use crate::{Insights, migrations, survey};

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
