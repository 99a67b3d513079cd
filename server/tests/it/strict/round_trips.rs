//! Answers can be changed and sent back whole: nothing in them is refused, and nothing else changes.

use serde_json::{Value, json};

use super::Known;
use crate::harness::on_both;
use crate::test_users::TestUser;

struct Entity {
    who: &'static str,
    /// Where it is read, and the position in the answer.
    get: &'static str,
    at: &'static str,
    put: &'static str,
    field: &'static str,
    value: &'static str,
}

const fn entity(
    who: &'static str,
    (get, at): (&'static str, &'static str),
    put: &'static str,
    (field, value): (&'static str, &'static str),
) -> Entity {
    Entity { who, get, at, put, field, value }
}

const ENTITIES: &[Entity] = &[
    entity(
        "root",
        ("/api/core/application_instance", "/items/0"),
        "/api/core/application_instance/$content",
        ("application_instance_title", "Archive"),
    ),
    entity("ada", ("/api/core/theme/$theme", ""), "/api/core/theme/$theme", ("theme_title", "Evening")),
    entity("ada", ("/api/core/tenant/$lume", ""), "/api/core/tenant/$lume", ("title", "Lume & Cia")),
    entity("root", ("/api/core/tenant/$lume", ""), "/api/core/tenant/$lume", ("title", "Lume")),
    // Its number is null.
    entity(
        "ada",
        ("/api/core/company/tenant/$lume", "/items/0"),
        "/api/core/company/$lume_company",
        ("name", "Lume SA"),
    ),
    entity("ada", ("/api/core/usergroup/$readers", ""), "/api/core/usergroup/$readers", ("group_title", "All readers")),
    entity("rea", ("/api/core/users/$rea", ""), "/api/core/users/$rea", ("name", "Rea Souza")),
    entity("ada", ("/api/core/users/$rea", ""), "/api/core/users/$rea", ("name", "Rea Lima")),
    // A master, whose company and tenant are null.
    entity("root", ("/api/core/users/$root", ""), "/api/core/users/$root", ("name", "Root")),
    entity(
        "ada",
        ("/api/core/quota/$quota/tenant/$lume", ""),
        "/api/core/quota/$quota/tenant/$lume",
        ("type_of_billing", "postpaid"),
    ),
    entity(
        "ada",
        ("/api/core/quota/time_zone/tenant/$lume", ""),
        "/api/core/quota/time_zone/tenant/$lume",
        ("time_zone", "America/Sao_Paulo"),
    ),
    entity("ada", ("/api/app/$content/link", "/items/0"), "/api/app/$content/link/$link", ("label", "Press")),
    entity(
        "ada",
        ("/api/app/$content/collection/$collection", ""),
        "/api/app/$content/collection/$collection",
        ("description", "For the press"),
    ),
    entity(
        "ada",
        ("/api/app/$content/review/entry/$poster", "/review"),
        "/api/app/$content/review/$review",
        ("due_on", "2027-02-01"),
    ),
    entity(
        "ada",
        ("/api/app/$content/fileserver", "/items/0"),
        "/api/app/$content/fileserver/$server",
        ("label", "Disk 2"),
    ),
    entity(
        "ada",
        ("/api/app/$content/repository/admin", "/items/0"),
        "/api/app/$content/repository/$repository",
        ("title", "Pictures"),
    ),
    entity(
        "ada",
        ("/api/app/$content/rendition/preset", "/items/0"),
        "/api/app/$content/rendition/preset/$preset",
        ("format", "webp"),
    ),
];

async fn read(who: &TestUser<'_>, known: &Known, entity: &Entity) -> Value {
    let answer = who.get(&known.fill(entity.get)).await.ok();
    answer.pointer(entity.at).unwrap_or_else(|| panic!("{}: {answer}", entity.get)).clone()
}

#[test]
fn an_answer_with_one_changed_field_is_accepted_as_a_form() {
    on_both(async |server| {
        let ada = server.user("ada");
        let mut known = Known::of(server).await;
        known.0.insert("root".into(), server.users["root"].0.into());
        let theme = json!({ "theme_title": "Day", "theme_key": "day", "tenant_id": known.0["lume"] });
        known.learn("theme=/theme_id", &ada.post("/api/core/theme", theme).await);
        let quota = json!({ "tenant_id": known.0["lume"], "service": "synthetic_image", "type_of_billing": "prepaid" });
        let folder = ada.folder(server.top, "shared").await.id();
        known.learn("link=/link_id", &ada.post("link", json!({ "node_ids": [folder] })).await);
        let collection = ada.post("collection", json!({ "title": "Spring", "node_ids": [folder] })).await;
        known.learn("collection=/collection_id", &collection);
        known.learn("poster=/node_id", &ada.upload(server.top, "poster.txt", "words").await);
        let asked = json!({ "node_ids": [known.0["poster"]], "reviewers": [server.users["rea"].0] });
        known.learn("review=/asked/0/review_id", &ada.post("review", asked).await);
        known.learn("quota=/quota_id", &ada.post("/api/core/quota/tenant", quota).await);
        known.learn("server=/items/0/file_server_id", &ada.get("fileserver").await);
        known.learn("repository=/items/0/repository_id", &ada.get("repository/admin").await);
        let preset = json!({ "name": "Web", "tenant_id": known.0["lume"], "width": 1600 });
        known.learn("preset=/preset_id", &ada.post("rendition/preset", preset).await);
        for entity in ENTITIES {
            let who = server.user(entity.who);
            let mut wanted = read(&who, &known, entity).await;
            wanted[entity.field] = entity.value.into();
            let sent = who.put(&known.fill(entity.put), wanted.clone()).await;
            assert_eq!(sent.status, 200, "{}: {wanted}\n{}", entity.put, sent.body);
            let mut found = read(&who, &known, entity).await;
            // The value that the change itself causes.
            for told in ["version", "next_reset_at", "is_default"] {
                if let Some(made) = found.get_mut(told) {
                    *made = wanted[told].clone();
                }
            }
            assert_eq!(found, wanted, "{}", entity.put);
        }
    });
}

#[test]
fn a_client_that_asks_is_told_what_of_its_form_is_not_used() {
    on_both(async |server| {
        let ada = server.user("ada");
        let known = Known::of(server).await;
        let path = known.fill("/api/core/tenant/$lume");
        let mut tenant = ada.get(&path).await.ok();
        tenant["title"] = "Another".into();
        let refused = ada.put(&format!("{path}?strict=1"), tenant).await;
        let errors = refused.body["errors"].as_array().unwrap().iter();
        let mut told: Vec<_> =
            errors.map(|error| (error["field"].as_str().unwrap(), error["key"].as_str().unwrap())).collect();
        told.sort_unstable();
        let unused = ["cnpj", "created_at", "key", "tenant_id", "version"].map(|field| (field, "form_rules.unused"));
        assert_eq!((refused.status, told.as_slice()), (422, unused.as_slice()));
        assert_eq!(ada.get(&path).await.ok()["title"], "lume", "nothing was changed");
        assert_eq!(ada.put(&format!("{path}?strict=1"), json!({ "title": "Another" })).await.status, 200);
    });
}
