//! A tenant for tests, and short names for what its people do with terms.

use std::sync::Arc;

use authz::{Actor, Denied, Withheld};
use axum::extract::State;
use content::testing::TestTenant;
pub use content::testing::{DAY, NOW};
use content::{Download, MakeCopy};
use db::testing::TestDb;
use db::{Db, Engine};
use events::Listeners;
use primitives::{AppInstanceId, Clock, NodeId, NodeRole, TenantId};
use rest::{CurrentUser, Json, Path, Query};
use serde_json::{Value, json};

use crate::requests::{answer, ask, list};
use crate::{Usage, ending, migrations, show, update};

const IN: AppInstanceId = AppInstanceId(1);

/// A tenant with an admin, a writer and a reader, and `top / folder / file` in it.
pub struct World {
    pub db: Db,
    pub usage: Usage,
    pub clock: Clock,
    pub tenant: TenantId,
    pub ana: Arc<Actor>,
    pub wim: Arc<Actor>,
    pub rea: Arc<Actor>,
    pub top: NodeId,
    pub folder: NodeId,
    pub file: NodeId,
    test: TestDb,
}

impl World {
    async fn new(engine: Engine) -> Self {
        let test = TestDb::new(engine, &migrations()).await;
        let clock = Clock::fixed(NOW);
        let db = contributions().of(Listeners::default().of(test.db.clone())).carrying(clock.clone());
        let made = TestTenant::new(&db, 0).await;
        let wim = made.person(&db, "wim", NodeRole::Writer).await;
        let rea = made.person(&db, "rea", NodeRole::Reader).await;
        let usage = Usage::new(db.clone(), clock.clone());
        let TestTenant { tenant, ana, top, folder, file, .. } = made;
        Self { db, usage, clock, tenant, ana, wim, rea, top, folder, file, test }
    }

    /// How many statements are asked while somebody does something.
    pub async fn statements(&self, done: impl Future<Output = ()>) -> usize {
        let query_log = self.test.query_log();
        query_log.take();
        done.await;
        query_log.take().len()
    }

    /// Why somebody does not get the bytes of the file.
    pub async fn withheld(&self, who: &Arc<Actor>) -> Option<Withheld> {
        let file = self.file;
        let asked = security::read(&self.db, who, move |c, access| {
            let copied = access.authorize::<MakeCopy>(c, file).map(drop);
            assert_eq!(access.authorize::<Download>(c, file).is_ok(), copied.is_ok());
            copied
        });
        match asked.await {
            Ok(()) => None,
            Err(security::Error::Denied(Denied::Withheld(why))) => Some(why),
            Err(error) => panic!("{error:?}"),
        }
    }

    /// The status of a change of terms.
    pub async fn set(&self, who: &Arc<Actor>, node: NodeId, form: Value) -> u16 {
        let form = Json(serde_json::from_value(form).unwrap());
        let set = update::update(State(self.usage.clone()), CurrentUser(who.clone()), Path((IN, node)), form);
        set.await.map_or_else(|problem| problem.status().as_u16(), |_| 200)
    }

    pub async fn told(&self, who: &Arc<Actor>, node: NodeId) -> Value {
        let shown = show::show(State(self.usage.clone()), CurrentUser(who.clone()), Path((IN, node))).await;
        serde_json::to_value(&shown.unwrap().0).unwrap()
    }

    pub async fn ask(&self, who: &Arc<Actor>, node: NodeId) -> Result<i64, u16> {
        let form = Json(serde_json::from_value(json!({ "reason": " For the fair " })).unwrap());
        let asked = ask::ask(State(self.usage.clone()), CurrentUser(who.clone()), Path((IN, node)), form).await;
        asked.map(|(_, Json(request))| request.request_id.0).map_err(|problem| problem.status().as_u16())
    }

    pub async fn answer(&self, who: &Arc<Actor>, request: i64, days: Option<i64>) -> u16 {
        let form = Json(serde_json::from_value(json!({ "days": days })).unwrap());
        let path = Path((IN, serde_json::from_value(json!(request)).unwrap()));
        let answered = answer::answer(State(self.usage.clone()), CurrentUser(who.clone()), path, form).await;
        answered.unwrap_or_else(|problem| problem.status()).as_u16()
    }

    pub async fn waiting(&self, who: &Arc<Actor>) -> Value {
        let query = Query(serde_json::from_value(json!({})).unwrap());
        let path = Path((IN, self.folder));
        let listed = list::list(State(self.usage.clone()), CurrentUser(who.clone()), path, query).await;
        serde_json::to_value(&listed.unwrap().0).unwrap()["items"].take()
    }

    /// The names of what ends soon.
    pub async fn ending(&self, who: &Arc<Actor>) -> Vec<String> {
        let listed = ending::list(State(self.usage.clone()), CurrentUser(who.clone()), Path(IN)).await;
        let told = serde_json::to_value(&listed.unwrap().0).unwrap();
        let items = told["items"].as_array().unwrap().iter();
        items.map(|item| item["entry"]["name"].as_str().unwrap().to_owned()).collect()
    }
}

fn contributions() -> ::room::Contributions {
    ::room::Room::contributions(&[crate::room()])
}

pub async fn on_both(story: impl AsyncFn(World)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        story(World::new(engine).await).await;
    }
}
