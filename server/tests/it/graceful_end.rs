//! A server that is asked to end writes what it has in memory alone.

use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use vitrine::serve::Listeners;

use crate::harness::on_both;
use crate::stores::settings_in;
use crate::test_users::TestUser;

#[test]
fn uses_that_were_just_counted_are_written_before_the_end() {
    on_both(async |server| {
        let file = server.user("wim").upload(server.top, "pier.txt", "some words").await.id();
        let settings = settings_in(server.test.folder());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let there = TestUser { base: format!("http://{}", listener.local_addr().unwrap()), ..server.user("rea") };
        let (stop, asked) = oneshot::channel::<()>();
        let listeners = Listeners { listener, measured: None };
        let serving = vitrine::serve::run(&server.app, &settings, vitrine::Role::Api, listeners, async {
            drop(asked.await);
        });
        let using = async move {
            assert_eq!(there.post(&format!("home/visit/{file}"), json!({})).await.status, 204);
            assert_eq!(server.count("SELECT COUNT(*) FROM insights_day").await, 0, "it is written some seconds later");
            // Its connection is kept open for more requests.
            drop(there);
            stop.send(()).unwrap();
        };
        let (ended, ()) = tokio::join!(serving, using);
        ended.unwrap();
        assert_eq!(server.count("SELECT MAX(views) FROM insights_day").await, 1);
    });
}
