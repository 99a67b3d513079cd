//! Texts that no engine can store, in every field: a clear refusal, the same on both.

use primitives::Cursor;
use reqwest::Method;
use serde_json::json;

use crate::harness::on_both;
use crate::test_users::Answer;

#[test]
fn a_zero_byte_is_refused_wherever_it_comes() {
    on_both(async |server| {
        let wim = server.user("wim");
        wim.upload(server.top, "digits.txt", "x").await.ok();
        let after = Cursor { kind: 2, text: "a\0".into(), number: 0, id: 1 }.encode();
        for path in [
            "search?term=dig%00its".to_owned(),
            "search?term=%00".to_owned(),
            format!("entry/list/{}?after={after}", server.top),
        ] {
            assert_eq!(wim.get(&path).await.refusal(), (400, "bad_request"), "{path}");
        }
        let cancel = wim.post("/api/core/background-action/a%00b/cancel", json!({})).await;
        assert_eq!(cancel.refusal(), (400, "bad_request"));
        let group = json!({ "folder_parent_id": server.top, "filename": "a.txt", "bg_group_id": "a\0" });
        let prepared = wim.post("file/prepare", group).await;
        assert!(prepared.status < 500, "{}", prepared.body);
        let login = json!({ "email": "a\0@lume.example", "password": "x\0" });
        let login = server.anonymous().post("/api/core/auth/login", login).await;
        assert!((400..500).contains(&login.status), "{}", login.body);
        let token = server.anonymous().request(Method::GET, "repository").bearer_auth("a%00");
        assert_eq!(Answer::of(token).await.status, 401);
        assert_eq!(wim.list(server.top).await, ["digits.txt"], "nothing came about");
    });
}
