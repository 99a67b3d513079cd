//! A link is sent by e-mail: what is in the e-mail opens it, for as long as the link lives.

use serde_json::json;

use super::visitor::Visitor;
use super::{Campaign, made};
use crate::harness::on_both;
use crate::notifications::emails;

/// The path of a link in the text of an e-mail, whose lines may be broken.
fn path_in(email: &str) -> String {
    let whole = email.replace("=\r\n", "").replace("=\n", "");
    let from = whole.find("/l/").expect("the e-mail has the address of the link");
    whole[from..].chars().take_while(|sign| sign.is_ascii_alphanumeric() || *sign == '/').collect()
}

#[test]
fn who_gets_a_link_by_e_mail_opens_it_until_it_is_revoked() {
    on_both(async |server| {
        let (mia, Campaign { folder, file, .. }) = (server.user("mia"), Campaign::of(server).await);
        let link = made(&mia, json!({ "node_ids": [folder], "password": "girassol amarelo" })).await;
        let path = link["url"].as_str().unwrap().strip_prefix(&server.base).unwrap();
        let body = json!({
            "emails": "press@far.example", "link": path, "title": "Campaign", "message": "Until Friday",
        });
        let sent = mia.post("/api/core/notification/send-share-message", body).await;
        assert_eq!(sent.ok(), json!({ "sent": 1 }));
        let found = emails(server).await;
        let [(to, subject, text)] = found.as_slice() else { panic!("one e-mail: {found:?}") };
        assert_eq!(to, "press@far.example");
        assert!(subject.contains("Campaign") && text.contains("Until Friday"), "{subject} {text}");
        assert!(!text.contains("girassol"), "the password goes another way");
        assert_eq!(path_in(text), path);

        let guest = Visitor::of(server, &link);
        assert_eq!(guest.get(&format!("/content/{file}")).await.status, 404, "before the password");
        guest.enter("girassol amarelo").await.ok();
        assert_eq!(guest.get(&format!("/content/{file}")).await.bytes, b"some words");
        assert_eq!(mia.delete(&format!("link/{}", link["link_id"])).await.status, 204);
        assert_eq!(guest.get(&format!("/content/{file}")).await.status, 404);
        assert_eq!(Visitor::of(server, &link).get("").await.status, 404);
    });
}
