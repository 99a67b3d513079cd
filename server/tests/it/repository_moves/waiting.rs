//! Moves that cannot go on for now say why, and since when; what they cannot delete may be left.

use serde_json::{Value, json};

use super::{address, ask, repository};
use crate::harness::{TestServer, on_both};
use crate::objects::Library;

/// What keeps the move of the repository from going on, and since when.
async fn waits(server: &TestServer) -> (Value, Value, Value) {
    let moving = repository(server, server.top).await["moving"].clone();
    (moving["state"].clone(), moving["waits_for"].clone(), moving["waits_since"].clone())
}

#[test]
fn a_move_waits_for_room_and_says_so() {
    on_both(async |server| {
        let (ada, wim, library) = (server.user("ada"), server.user("wim"), Library::new(server).await);
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        assert_eq!(ask(server, &ada, server.top, library.file_server).await.status, 202);
        let key = format!("vitrine/library/{file}");
        let since = json!(server.clock.now());
        for _ in 0..3 {
            library.objects.fail(&format!("PUT {key}"), 507, "InsufficientStorage");
            server.drain().await;
            assert_eq!(waits(server).await, (json!("copying"), json!("no_room"), since.clone()));
            assert_eq!(wim.content(file).await.bytes, b"words", "people go on working");
            server.clock.advance(600);
        }
        server.drain().await;
        assert_eq!(waits(server).await, (json!("clearing"), Value::Null, Value::Null));
        assert_eq!(library.objects.bytes(&key).unwrap(), b"words");
    });
}

#[test]
fn what_cannot_be_deleted_at_a_place_that_is_gone_is_left_there() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        assert_eq!(ask(server, &ada, server.top, library.file_server).await.status, 202);
        let address = address(server, server.top).await;
        let leave = format!("{address}?leave=true");
        assert_eq!(ada.delete(&leave).await.refusal(), (409, "repository_moves"), "it is being copied");
        assert_eq!(ada.delete(&address).await.status, 204);
        library.objects.remove("vitrine/library/.vitrine/repository");
        library.objects.fail("DELETE vitrine/library/", 403, "AccessDenied");
        let since = json!(server.clock.now());
        server.drain().await;
        assert_eq!(waits(server).await, (json!("undoing"), json!("other_away"), since));
        let again = ask(server, &ada, server.top, library.file_server).await;
        assert_eq!(again.refusal(), (409, "repository_moves"));
        assert_eq!(ada.delete(&address).await.refusal(), (409, "repository_moves"), "nobody has said so");
        assert_eq!(server.user("mia").delete(&leave).await.status, 403);
        assert_eq!(server.user("eva").delete(&leave).await.status, 404);
        assert_eq!(ada.delete(&leave).await.status, 204);
        assert_eq!(repository(server, server.top).await["moving"], Value::Null);
        let told = "SELECT COUNT(*) FROM audit_entry
                    WHERE what = 'repository_move_give_up' AND after_json LIKE '%left_at%'";
        assert_eq!(server.count(told).await, 1);
        server.clock.advance(60);
        server.drain().await;
        assert_eq!(ask(server, &ada, server.top, library.file_server).await.status, 202, "it can move again");
    });
}
