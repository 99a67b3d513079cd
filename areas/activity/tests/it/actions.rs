use std::pin::Pin;
use std::sync::{Arc, Mutex};

use authz::Actor;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::{Extension, Router};
use db::testing::TestDb;
use db::{Db, params};
use http_body_util::BodyExt;
use jobs::{JobError, Kind, NewJob, Tail, Worker};
use primitives::{Clock, NodeId, UserId};
use rest::{Authenticate, Problem};
use serde_json::{Value, json};
use tower::ServiceExt;
use vitrine_activity::{
    ActionKind, Activity, BgAction, Canceller, Change, NewAction, Status, finish, restatus_node, routes, start, update,
};

use crate::test_users::{ANA, ENGINES, NOW, People, RUI, action};

async fn begin(db: &Db, new: NewAction) -> BgAction {
    db.write(move |tx| start(tx, &new, NOW)).await.unwrap()
}

async fn end(db: &Db, action: &BgAction, status: Status) -> Option<BgAction> {
    let id = action.bg_action_id.clone();
    db.write(move |tx| finish(tx, &id, status)).await.unwrap()
}

pub fn app(activity: &Activity) -> Router {
    let people: Arc<dyn Authenticate> = People::new();
    routes(activity.clone()).split().0.layer(Extension(people))
}

pub async fn call(app: &Router, method: &str, token: &str, path: &str) -> (StatusCode, Value) {
    let request = Request::builder().method(method).uri(format!("/api/core/background-action{path}"));
    let request = request.header("authorization", format!("Bearer {token}")).body(Body::empty()).unwrap();
    let response = app.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

async fn titles(app: &Router, token: &str) -> Vec<String> {
    let (status, body) = call(app, "GET", token, "").await;
    assert_eq!(status, StatusCode::OK);
    let items = body["items"].as_array().unwrap();
    items.iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_s_list_of_actions_has_their_own_ones_newest_first() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_activity::migrations()).await;
        let app = app(&Activity::new(test.db.clone(), Clock::fixed(NOW)));
        begin(&test.db, action(ANA, "first")).await;
        begin(&test.db, action(RUI, "of another")).await;
        let new = NewAction {
            group: Some("my-own-group".into()),
            kind: ActionKind::TextToImage,
            status: Status::Queued("In Queue: 3".into()),
            node: Some(NodeId(9)),
            items: Some(7),
            icon: Some("image".into()),
            ..action(ANA, "second")
        };
        let second = begin(&test.db, new).await;

        assert_eq!(titles(&app, "ana").await, ["second", "first"]);
        let (_, body) = call(&app, "GET", "ana", "").await;
        assert_eq!(body["total"], 2);
        assert_eq!(
            body["items"][0],
            json!({
                "bg_action_id": second.bg_action_id, "bg_group_id": "my-own-group", "title": "second", "text": "",
                "type": "synthetic_image_txt2img", "icon": "image", "created_at": NOW, "progress": 0,
                "status": "In Queue: 3", "node_id": 9, "parent_id": null, "items": 7, "cancellable": true,
                "done": null, "failed": null, "can_undo": false, "undo_until": null, "undone": false,
                "can_retry": false, "retry_until": null, "undoes": null, "from_id": null
            })
        );
        assert!(second.bg_action_id.len() >= 9);
        assert_eq!(call(&app, "GET", "nobody", "").await.0, StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_ends_after_five_hundred_and_says_how_many_there_are() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_activity::migrations()).await;
        let app = app(&Activity::new(test.db.clone(), Clock::fixed(NOW)));
        let many = test
            .db
            .write(|tx| (0..503).try_for_each(|number| start(tx, &action(ANA, &number.to_string()), NOW).map(|_| ())));
        many.await.unwrap();
        let titles = titles(&app, "ana").await;
        assert_eq!((titles.len(), titles[0].as_str(), titles[499].as_str()), (500, "502", "3"));
        assert_eq!(call(&app, "GET", "ana", "").await.1["total"], 503);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clearing_actions_keeps_unfinished_ones_and_those_of_other_users() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_activity::migrations()).await;
        let app = app(&Activity::new(test.db.clone(), Clock::fixed(NOW)));
        for (title, status) in [
            ("running", Status::InProgress),
            ("queued", Status::Queued("In Queue: 1".into())),
            ("rendering", Status::GeneratingPreview),
            ("success", Status::Success),
            ("done", Status::Done),
            ("error", Status::Error),
            ("partial", Status::PartialError),
            ("stopped", Status::Stopped),
        ] {
            begin(&test.db, NewAction { status, ..action(ANA, title) }).await;
        }
        begin(&test.db, NewAction { status: Status::Done, ..action(RUI, "another's") }).await;
        assert_eq!(call(&app, "DELETE", "ana", "").await.0, StatusCode::NO_CONTENT);
        assert_eq!(titles(&app, "ana").await, ["rendering", "queued", "running"]);
        assert_eq!(titles(&app, "rui").await, ["another's"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_is_published_to_the_owner_s_room_as_the_action_then_stands() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_activity::migrations()).await;
        let mut tail = Tail::from_now(&test.db).await.unwrap();
        let begun = begin(&test.db, NewAction { node: Some(NodeId(5)), ..action(ANA, "copy") }).await;
        let id = begun.bg_action_id.clone();
        let change = Change { text: Some("3 of 9".into()), progress: Some(33), ..Change::default() };
        test.db.write(move |tx| update(tx, &id, &change)).await.unwrap();
        end(&test.db, &begun, Status::Success).await.unwrap();
        let (from, to) = (Status::Success, Status::GeneratingPreview);
        test.db.write(move |tx| restatus_node(tx, NodeId(5), &from, &to)).await.unwrap();

        let mut heard = Vec::new();
        while heard.len() < 4 {
            for event in tail.next().await.unwrap() {
                assert_eq!((event.room.as_str(), event.name.as_str()), ("user:1", "message"));
                let body: Value = serde_json::from_str(&event.body).unwrap();
                assert_eq!(body["bg_action_id"], begun.bg_action_id.as_str());
                let row = (
                    body["text"].clone(),
                    body["progress"].clone(),
                    body["status"].clone(),
                    body["cancellable"].clone(),
                );
                heard.push(row);
            }
        }
        assert_eq!(
            heard,
            [
                (json!(""), json!(0), json!("in_progress"), json!(true)),
                (json!("3 of 9"), json!(33), json!("in_progress"), json!(true)),
                (json!("3 of 9"), json!(100), json!("success"), json!(false)),
                (json!("3 of 9"), json!(100), json!("generating_preview"), json!(false)),
            ]
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_is_published_five_times_a_second_and_the_last_value_always() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_activity::migrations()).await;
        let activity = Activity::new(test.db.clone(), Clock::fixed(NOW));
        let begun = begin(&test.db, action(ANA, "copy")).await;
        let mut tail = Tail::from_now(&test.db).await.unwrap();
        let started = std::time::Instant::now();
        for percent in 1..=60 {
            activity.progress(&begun.bg_action_id, percent).await.unwrap();
        }
        let mut told = Vec::new();
        while told.last() != Some(&60) {
            for event in tail.next().await.unwrap() {
                let body: Value = serde_json::from_str(&event.body).unwrap();
                told.push(body["progress"].as_i64().unwrap());
            }
        }
        let most = 2 + started.elapsed().as_millis() as usize / 200;
        assert!(told.len() <= most, "{told:?} in {:?}", started.elapsed());
        assert!(told.is_sorted());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_of_100_ends_an_action_and_an_ended_action_takes_no_progress() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_activity::migrations()).await;
        let activity = Activity::new(test.db.clone(), Clock::fixed(NOW));
        let app = app(&activity);
        let complete = begin(&test.db, action(ANA, "complete")).await;
        let failed = begin(&test.db, action(ANA, "failed")).await;
        activity.progress(&complete.bg_action_id, 100).await.unwrap();
        end(&test.db, &failed, Status::Error).await.unwrap();
        activity.progress(&failed.bg_action_id, 50).await.unwrap();
        activity.progress("no such action", 50).await.unwrap();
        let (_, body) = call(&app, "GET", "ana", "").await;
        let stands = |item: &Value| (item["status"].clone(), item["progress"].clone(), item["cancellable"].clone());
        assert_eq!(stands(&body["items"][1]), (json!("success"), json!(100), json!(false)));
        assert_eq!(stands(&body["items"][0]), (json!("error"), json!(0), json!(false)));
        assert_eq!(call(&app, "DELETE", "ana", "").await.0, StatusCode::NO_CONTENT);
        assert_eq!(end(&test.db, &failed, Status::Done).await, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelling_an_action_ends_its_job_and_is_published_to_the_page() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_activity::migrations()).await;
        let app = app(&Activity::new(test.db.clone(), Clock::fixed(NOW)));
        let work = NewJob::due("copy", &json!({}), NOW);
        let job = test.db.write(move |tx| jobs::enqueue(tx, &work)).await.unwrap();
        let begun = begin(&test.db, NewAction { job: Some(job), ..action(ANA, "copy") }).await;
        let path = format!("/{}/cancel", begun.bg_action_id);
        let mut tail = Tail::from_now(&test.db).await.unwrap();

        assert_eq!(call(&app, "POST", "rui", &path).await.0, StatusCode::NOT_FOUND, "another's is not there");
        assert_eq!(titles(&app, "ana").await, ["copy"]);
        assert_eq!(call(&app, "POST", "ana", &path).await.0, StatusCode::NO_CONTENT);
        assert_eq!(titles(&app, "ana").await, Vec::<String>::new());
        assert_eq!(call(&app, "POST", "ana", &path).await.0, StatusCode::NOT_FOUND);
        let events = tail.next().await.unwrap();
        let body: Value = serde_json::from_str(&events[0].body).unwrap();
        assert_eq!((&body["bg_action_id"], &body["status"]), (&json!(begun.bg_action_id), &json!("cancelled")));

        let copy = Kind::new("copy", |_| async { Err(JobError::Fatal("it ran".into())) });
        let worker = Worker::new(test.db.clone(), Clock::fixed(NOW), vec![copy], 1);
        assert_eq!(worker.drain().await.unwrap(), 0, "it never runs");
        let sql = "SELECT state FROM jobs_job WHERE job_id = $1";
        let state = test.db.read(move |conn| conn.get(sql, params![job.0], |row| row.get::<String>(0))).await;
        assert_eq!(state.unwrap(), "cancelled");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ended_or_uncancellable_action_is_not_cancelled() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_activity::migrations()).await;
        let app = app(&Activity::new(test.db.clone(), Clock::fixed(NOW)));
        for new in [
            NewAction { cancellable: false, ..action(ANA, "stubborn") },
            NewAction { status: Status::Success, ..action(ANA, "ended") },
            NewAction { kind: ActionKind::Upload, ..action(ANA, "nobody carries it out") },
        ] {
            let begun = begin(&test.db, new).await;
            let path = format!("/{}/cancel", begun.bg_action_id);
            let (status, body) = call(&app, "POST", "ana", &path).await;
            assert_eq!((status, &body["code"]), (StatusCode::CONFLICT, &json!("not_cancellable")), "{}", begun.title);
        }
        assert_eq!(titles(&app, "ana").await.len(), 3);
    }
}

/// Stops uploads, unless they are of node 13.
#[derive(Default)]
struct Uploads(Mutex<Vec<(UserId, Option<NodeId>)>>);

impl Canceller for Uploads {
    fn cancel<'a>(
        &'a self,
        actor: &'a Actor,
        action: &'a BgAction,
    ) -> Pin<Box<dyn Future<Output = Result<(), Problem>> + Send + 'a>> {
        self.0.lock().unwrap().push((actor.user, action.node_id));
        let stopped = action.node_id != Some(NodeId(13));
        Box::pin(async move { if stopped { Ok(()) } else { Err(Problem::conflict("locked", "locked")) } })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelling_an_upload_asks_its_room_which_may_refuse() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_activity::migrations()).await;
        let uploads = Arc::new(Uploads::default());
        let canceller: Arc<dyn Canceller> = uploads.clone();
        let activity = Activity::new(test.db.clone(), Clock::fixed(NOW));
        activity.cancel_with(ActionKind::Upload, canceller);
        let app = app(&activity);
        let upload = |node| NewAction { kind: ActionKind::Upload, node: Some(NodeId(node)), ..action(ANA, "upload") };
        for (node, answer) in [(12, StatusCode::NO_CONTENT), (13, StatusCode::CONFLICT)] {
            let begun = begin(&test.db, upload(node)).await;
            let path = format!("/{}/cancel", begun.bg_action_id);
            assert_eq!(call(&app, "POST", "ana", &path).await.0, answer);
        }
        assert_eq!(*uploads.0.lock().unwrap(), [(ANA, Some(NodeId(12))), (ANA, Some(NodeId(13)))]);
        let (_, body) = call(&app, "GET", "ana", "").await;
        assert_eq!((&body["total"], &body["items"][0]["node_id"]), (&json!(1), &json!(13)));
    }
}
