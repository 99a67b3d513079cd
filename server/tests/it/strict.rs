//! A client written from the specification alone: whole entities on create, answers changed and sent back, 0 and 1 for
//! flags, the specification's field names. It works unmodified, and an error tells it what to show.

mod accounts;
mod addresses;
mod calls;
mod files;
mod lists;
mod refusals;
mod round_trips;
mod spellings;
mod spent;
mod unknown;

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::Value;

use crate::harness::TestServer;
use crate::quotas::tenant;
use crate::test_users::{Answer, TestUser};

/// Values in calls that begin with `$`: ids of existing objects, and values learned from answers.
struct Known(BTreeMap<String, Value>);

impl Known {
    async fn of(server: &TestServer) -> Self {
        let company = |key: &'static str| async move {
            let sql = "SELECT company_id FROM tenancy_company WHERE company_key = $1";
            let read = server.app.db.read(move |c| c.get(sql, db::params![key], |row| row.get::<i64>(0)));
            read.await.unwrap()
        };
        let words = [
            ("lume", tenant(server, "lume").await),
            ("other", tenant(server, "other").await),
            ("lume_company", company("lume").await),
            ("other_company", company("other").await),
            ("content", server.content.0),
            ("top", server.top),
            ("readers", server.groups["readers"].0),
            ("ada", server.users["ada"].0),
            ("rea", server.users["rea"].0),
            ("rita", server.users["rita"].0),
        ];
        Self(words.into_iter().map(|(name, id)| (name.to_owned(), id.into())).collect())
    }

    /// The longest names first: one may begin with another.
    fn fill(&self, text: &str) -> String {
        self.0.iter().rev().fold(text.to_owned(), |text, (name, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            text.replace(&format!("${name}"), &value)
        })
    }

    /// `name=/pointer/into/the/answer`.
    fn learn(&mut self, lesson: &str, answer: &Answer) {
        let Some((name, pointer)) = lesson.split_once('=') else { return };
        let found = answer.body.pointer(pointer).unwrap_or_else(|| panic!("{lesson}: {}", answer.body));
        self.0.insert(name.to_owned(), found.clone());
    }
}

fn somebody<'h>(server: &'h TestServer, who: &str) -> TestUser<'h> {
    if who.is_empty() { server.anonymous() } else { server.user(who) }
}

async fn ask(who: &TestUser<'_>, method: &str, path: &str, body: &str) -> Answer {
    let request = who.request(method.parse::<Method>().unwrap(), path);
    if body.is_empty() {
        return Answer::of(request).await;
    }
    Answer::of(request.header("content-type", "application/json").body(body.to_owned())).await
}

/// Whether `told` contains all of `wanted`, possibly with more. A list has these items, in this order.
fn says(told: &Value, wanted: &Value) -> bool {
    match (told, wanted) {
        (Value::Object(told), Value::Object(wanted)) => {
            wanted.iter().all(|(name, value)| told.get(name).is_some_and(|told| says(told, value)))
        }
        (Value::Array(told), Value::Array(wanted)) => {
            told.len() == wanted.len() && told.iter().zip(wanted).all(|(told, wanted)| says(told, wanted))
        }
        _ => told == wanted,
    }
}
