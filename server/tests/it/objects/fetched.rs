//! A file that is fetched from its bucket: by an address that is given after the same questions, and opens for a minute.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};
use vitrine::settings::Settings;

use super::Library;
use crate::harness::{NOW, TestServer, on_both};
use crate::other_servers::Other;
use crate::test_users::{Answer, TestUser, http};
use crate::usage::set;

/// The server once more, whose operator allows these hosts.
async fn allowing(server: &TestServer, hosts: &[String]) -> Other {
    let change = |settings: &mut Settings| {
        settings.public_url = Some("https://dam.example".to_owned());
        settings.trusted_hosts = vec!["127.0.0.1".to_owned()];
        settings.byte_origins = hosts.to_vec();
    };
    Other::with(server, change).await
}

async fn link_to(who: &TestUser<'_>, node: i64) -> Answer {
    who.get(&format!("actions/download/{node}?from_store=true")).await
}

#[test]
fn a_file_is_fetched_from_its_bucket_where_its_file_server_and_the_operator_say_so() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let folder = ada.folder(library.top, "Summer").await.id();
        let file = ada.upload(folder, "Verão.html", "<b>bytes</b>").await.id();
        let store = library.objects.url();
        library.change(&ada, json!({ "external_access_address": store })).await.ok();

        let closed = allowing(server, &["https://elsewhere.example".to_owned()]).await;
        let told = link_to(&closed.user(server, "ada"), file).await.ok();
        assert_eq!((&told["elsewhere"], &told["from_store"]), (&json!(false), &json!(false)));
        closed.close().await;

        let other = allowing(server, std::slice::from_ref(&store)).await;
        let ada = other.user(server, "ada");
        let told = link_to(&ada, file).await.ok();
        assert_eq!((&told["elsewhere"], &told["from_store"]), (&json!(true), &json!(true)));
        let link = told["link"].as_str().unwrap();
        assert!(link.starts_with(&format!("{store}/library/vitrine/films/{file}?")), "{link}");
        assert!(link.contains("X-Amz-Expires=60&"), "it lives short: {link}");
        // A page of a stranger does not run at the store.
        assert!(link.contains("response-content-type=application%2Foctet-stream"), "{link}");
        assert!(link.contains("response-content-disposition=attachment%3B"), "{link}");
        let client = http().build().unwrap();
        let fetched = client.get(link).send().await.unwrap();
        assert_eq!(fetched.bytes().await.unwrap(), "<b>bytes</b>");
        let changed = link.replace("X-Amz-Expires=60", "X-Amz-Expires=6000");
        assert_eq!(client.get(changed).send().await.unwrap().status(), 403);
        let another = ada.upload(folder, "other.txt", "x").await.id();
        let moved = link.replace(&format!("/{file}?"), &format!("/{another}?"));
        assert_eq!(client.get(moved).send().await.unwrap().status(), 403);
        // Who does not ask for it gets an address that lasts.
        let usual = ada.get(&format!("actions/download/{file}")).await.ok();
        assert_eq!((&usual["elsewhere"], &usual["from_store"]), (&json!(false), &json!(false)));
        // An archive is made here, and what is shown in place is sent from here.
        let archive = link_to(&ada, folder).await.ok();
        assert_eq!((&archive["elsewhere"], &archive["from_store"]), (&json!(false), &json!(false)));
        assert_eq!(ada.get(&format!("entry/{file}")).await.ok()["preview"].get("original_elsewhere"), None);
        other.close().await;
    });
}

#[test]
fn an_address_at_the_bucket_is_given_to_nobody_who_may_not_download() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "a.txt", "words").await.id();
        library.change(&ada, json!({ "external_access_address": library.objects.url() })).await.ok();
        let other = allowing(server, &[library.objects.url()]).await;
        let (ada, rea) = (other.user(server, "ada"), other.user(server, "rea"));
        library.objects.asked();
        assert_eq!(link_to(&rea, file).await.refusal(), (404, "not_found"));
        assert_eq!(link_to(&other.anonymous(server), file).await.status, 401);
        assert_eq!(library.objects.asked(), [""; 0]);
        server.grant(library.top, Principal::User(server.users["rea"]), NodeRole::Reader).await;
        assert_eq!(link_to(&rea, file).await.ok()["from_store"], true);
        set(&ada, file, json!({ "usable_until": NOW + 60 })).await.ok();
        server.clock.advance(60);
        assert_eq!(link_to(&rea, file).await.refusal(), (403, "rights_ended"));
        set(&ada, file, json!({ "usable_until": Value::Null })).await.ok();
        server.classify(file).await;
        assert_eq!(link_to(&rea, file).await.refusal(), (404, "not_found"));
        // What is not as it was stored is not given either.
        let broken = ada.upload(library.top, "b.txt", "words").await.id();
        library.objects.remove(&Library::key(broken));
        assert_eq!(link_to(&ada, broken).await.status, 500);
        other.close().await;
    });
}
