//! Adding people to a group; fields that a form leaves out stay unchanged.

use serde_json::{Value, json};

use crate::test_server::on_both;

#[test]
fn a_field_left_out_of_a_membership_form_keeps_its_value() {
    on_both(async |server| {
        let (group, adm) = (server.lume.group, server.token("adm").await);
        let (max, adm_id) = (server.user("max").await, server.user("adm").await);
        let managers = async || {
            let listed = server.get(&format!("usergroup/{group}/users"), &adm).await.body;
            let items = listed["items"].as_array().unwrap().iter();
            items.filter(|one| one["manager"] == 1).map(|one| one["name"].clone()).collect::<Vec<_>>()
        };
        let put = async |user, body: Value| {
            let path = format!("usergroup/{group}/users/{user}");
            assert_eq!(server.ask("PUT", &path, Some(&adm), Some(body.clone())).await.status, 204, "{body}");
        };
        put(max, json!({})).await;
        assert_eq!(managers().await, ["max"], "still the manager");
        put(adm_id, json!({})).await;
        assert_eq!(managers().await, ["max"], "who is new is a member");
        put(max, json!({ "manager": false })).await;
        assert!(managers().await.is_empty());
        put(max, json!({})).await;
        assert!(managers().await.is_empty(), "still a member");
    });
}
