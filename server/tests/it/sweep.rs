//! Every operation of the document, called by everybody who must not see a marked folder and the file in it.
//!
//! An operation that is added without an expectation here fails the test. Missing and invisible get the same answer:
//! status, headers and body are compared here, database statements in `roads`. Other aspects are tested beside it:
//! `lists` (counts, order, pages), `bytes` (ranges, conditions, links, pictures) and `rooms` of the live socket.

mod bytes;
mod lists;
mod roads;
mod rooms;

use primitives::{NodeId, NodeRole};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use security::Principal;
use serde_json::{Value, json};

use crate::administration;
use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

/// Everybody of the marked entry's tenant who is not cleared, and two of other tenants.
const UNCLEARED: [&str; 7] = ["ada", "mia", "wim", "rea", "rita", "eva", "root"];
/// An id that no node has.
const MISSING: i64 = 999_999;

/// The required answer of an operation.
enum Expect {
    /// It names the marked folder or file: 401 without a session, 404 for all who do not see it, this for the cleared
    /// reader.
    Closed { cleared_reader: u16 },
    /// It lists what the asker sees, without the marked ones.
    Filtered,
    /// It concerns the asker alone: 401 without a session; it names no node.
    Own,
    /// It concerns another user or their action: 401 without a session, 404 for everybody.
    Foreign,
    /// It is for some roles: 401 without a session, 403 for the first, 404 for the second.
    Office { refused: &'static [&'static str], strangers: &'static [&'static str] },
    /// Only people with these roles may call it: 401 without a session, 403 for others; its answers name no marked
    /// node.
    Roles(&'static [&'static str]),
    /// It concerns objects of administration: 401 without a session, 403 for people who administer nothing, 404 or 422
    /// for those of another tenant.
    Administered,
    /// It names no node, and has tests of its own: 401 without a session.
    Elsewhere,
    /// Anybody may call it; without credentials, this is the answer.
    Open(u16),
}

fn expectation(operation: &str) -> Expect {
    use Expect::{Administered, Closed, Elsewhere, Filtered, Foreign, Office, Open, Own, Roles};
    match operation {
        "entry_show" | "entry_parents" | "entry_list" | "node_actions" | "download_link" | "file_content"
        | "rendition_preview" => Closed { cleared_reader: 200 },
        "entry_exists" | "entry_rename" | "entry_remove" | "folder_create" | "file_prepare" | "file_create"
        | "rendition_discard" | "grant_list" | "grant_parents" | "grant_candidates" | "grant_create" => {
            Closed { cleared_reader: 403 }
        }
        // Only managers of a node see its grants.
        "grant_remove" => Closed { cleared_reader: 404 },
        // `content_settings` tests another tenant's.
        "file_server_list"
        | "file_server_create"
        | "file_server_update"
        | "repository_admin_list"
        | "repository_create"
        | "repository_update" => Office { refused: &["mia", "wim", "rea", "clea", "rita"], strangers: &["root"] },
        // It is not in the bin, so it counts as missing for everybody.
        "entry_restore" | "bin_purge" => Closed { cleared_reader: 404 },
        "repository_list" | "search" | "bin_list" => Filtered,
        // `purges` tests what it deletes and what it leaves.
        "bin_empty" => Elsewhere,
        "logout"
        | "file_upload"
        | "file_upload_probe"
        | "file_upload_append"
        | "file_upload_terminate"
        | "byte_cookie_set"
        | "byte_cookie_remove"
        | "reset_password"
        | "list_background_actions"
        | "clear_background_actions"
        | "get_user_theme"
        | "list_applications" => Own,
        "cancel_background_action" => Foreign,
        "service_list" => Roles(&["root"]),
        "theme_list" => Roles(&["ada", "zoe", "eva", "root"]),
        // `quotas.rs` and `themes.rs` test another tenant's.
        "quota_list"
        | "quota_create"
        | "quota_get"
        | "quota_update"
        | "quota_deposit"
        | "quota_entries"
        | "quota_reservations"
        | "tenant_time_zone"
        | "tenant_time_zone_set"
        | "theme_list_of_tenant"
        | "theme_create"
        | "theme_get"
        | "theme_update"
        | "theme_delete"
        | "theme_assign_tenant"
        | "theme_unassign_tenant"
        | "theme_assign_group"
        | "theme_unassign_group"
        | "theme_logo_set" => Administered,
        // It is the same for everybody, and an unused queue is at 0.
        "key_value_get" => Elsewhere,
        "theme_logo" => Foreign,
        "change_email"
        | "session_list"
        | "session_end_others"
        | "second_factor_show"
        | "second_factor_begin"
        | "second_factor_confirm"
        | "recovery_codes_renew"
        | "second_factor_remove"
        | "invitation_join"
        | "send_message"
        | "send_share_message" => Own,
        "session_end" => Foreign,
        "mail_list" | "mail_show" => Office { refused: &["ada", "mia", "rea", "eva"], strangers: &[] },
        "invitation_list" | "invitation_places" | "invitation_create" => {
            Office { refused: &["wim", "rea"], strangers: &[] }
        }
        "invitation_resend" | "invitation_revoke" => {
            Office { refused: &["wim", "rea"], strangers: &["ada", "mia", "eva", "root"] }
        }
        "provider_show" | "provider_put" | "provider_remove" => {
            Office { refused: &["mia", "wim", "rea"], strangers: &["eva"] }
        }
        "forgotten_password" | "new_password" | "confirm_email" | "invitation_show" | "invitation_accept"
        | "provider_finish" => Open(415),
        "provider_find" | "provider_begin" => Open(404),
        "list_system_log" | "export_system_log" => Roles(&["ada", "zoe", "eva", "root"]),
        "login" | "renew_token" => Open(401),
        "file_upload_options" => Open(204),
        other if administration::calls::is_covered(other) => Elsewhere,
        other => panic!("{other} has no expectation in the sweep"),
    }
}

struct Marked {
    folder: i64,
    file: i64,
}

struct Operation {
    id: String,
    method: Method,
    path: String,
}

fn operations(server: &TestServer) -> Vec<Operation> {
    let (_, document, _) = vitrine::app::split(server.app.routes());
    let document = serde_json::to_value(document).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if let Some(id) = operation["operationId"].as_str() {
                let method = method.to_uppercase().parse().unwrap();
                found.push(Operation { id: id.to_owned(), method, path: path.clone() });
            }
        }
    }
    found
}

async fn call(who: &TestUser<'_>, server: &TestServer, marked: &Marked, operation: &Operation) -> Answer {
    let on_folder = ["entry_list", "entry_exists"].contains(&operation.id.as_str());
    let node = if on_folder { marked.folder } else { marked.file };
    let path = operation
        .path
        .replace("{application_instance_id}", &server.content.to_string())
        .replace("{node_id}", &node.to_string())
        .replace("{users_id}", &server.users["zoe"].to_string())
        .replace("{tenant_id}", &crate::quotas::tenant(server, "lume").await.to_string())
        .replace("{user_group_id}", &server.groups["readers"].to_string())
        .replace("{quota_id}", "999999")
        .replace("{theme_id}", "999999")
        .replace("{key}", "nobodys_current")
        .replace("{bg_action_id}", "nobodysaction")
        .replace("{session_id}", "999999")
        .replace("{invitation_id}", "999999")
        .replace("{mail_id}", "999999")
        .replace("{file_server_id}", "999999")
        .replace("{repository_id}", "999999")
        .replace("{grant_id}", &grant_on(server, node).await.to_string())
        .replace("{tenant_key}", "lume");
    let path = match operation.id.as_str() {
        "search" => format!("{path}?term=sealed"),
        "export_system_log" => format!("{path}?format=jsonl"),
        _ => path,
    };
    let request = who.request(operation.method.clone(), &path);
    let body = match operation.id.as_str() {
        "login" => json!({ "email": "nobody@lume.example", "password": "x" }),
        "renew_token" => json!({ "token": "x" }),
        "provider_put" => {
            json!({ "title": "t", "issuer": "https://id.example", "client_id": "c", "client_secret": "s" })
        }
        "update_user" => json!({ "name": "Renamed" }),
        "quota_create" => {
            let lume = crate::quotas::tenant(server, "lume").await;
            json!({ "tenant_id": lume, "service": "synthetic_image", "type_of_billing": "prepaid" })
        }
        "quota_update" => json!({ "balance_limit": 0, "monthly_credit": 0, "type_of_billing": "prepaid" }),
        "quota_deposit" => json!({ "amount": 1, "idempotency_key": "sweep-0001" }),
        "tenant_time_zone_set" => json!({ "time_zone": "UTC" }),
        "theme_create" => {
            let lume = crate::quotas::tenant(server, "lume").await;
            json!({ "theme_title": "Planted", "theme_key": "planted", "tenant_id": lume })
        }
        "theme_update" => json!({ "theme_title": "Planted", "theme_config": {} }),
        "grant_create" => json!({ "node_id": node, "users_id": server.users["rita"], "role": "reader" }),
        "folder_create" => json!({ "folder_parent_id": marked.folder, "name": "planted" }),
        "file_prepare" => json!({ "folder_parent_id": marked.folder, "filename": "planted.txt" }),
        "entry_exists" => json!({ "names": ["sealed.txt"] }),
        "entry_rename" => json!({ "name": "renamed.txt" }),
        "file_create" | "file_upload" => {
            let file = Part::bytes(b"planted".to_vec()).file_name("planted.txt");
            return Answer::of(
                request.multipart(Form::new().text("folder_parent_id", marked.folder.to_string()).part("file", file)),
            )
            .await;
        }
        "file_upload_append" => return Answer::of(request.header("upload-offset", "0")).await,
        _ => return Answer::of(request).await,
    };
    Answer::of(request.json(&body)).await
}

/// A grant that was given on the node.
async fn grant_on(server: &TestServer, node: i64) -> i64 {
    let sql = "SELECT COALESCE(MIN(grant_id), 999999) FROM security_grant WHERE node_id = $1";
    server.app.db.read(move |c| c.get(sql, db::params![node], |row| row.get(0))).await.unwrap()
}

/// The whole tree, to check that refused callers have written nothing.
async fn tree(server: &TestServer) -> Vec<(i64, String, i64)> {
    let sql = "SELECT node_id, name, state FROM nodes_node ORDER BY node_id";
    let rows =
        server.app.db.read(move |c| c.rows(sql, &[], |row| Ok((row.get::<NodeId>(0)?.0, row.get(1)?, row.get(2)?))));
    rows.await.unwrap()
}

#[test]
fn every_operation_keeps_what_is_marked_from_everybody_who_is_not_cleared() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "sealed folder").await.id();
        let file = wim.upload(folder, "sealed.txt", "words").await.id();
        server.drain().await;
        server.grant(file, Principal::Group(server.groups["readers"]), NodeRole::Reader).await;
        server.classify(folder).await;
        let (marked, missing) = (Marked { folder, file }, Marked { folder: MISSING, file: MISSING });
        let before = tree(server).await;
        for operation in operations(server) {
            let id = &operation.id;
            let nobody = call(&server.anonymous(), server, &marked, &operation).await.status;
            match expectation(id) {
                Expect::Closed { cleared_reader } => {
                    assert_eq!(nobody, 401, "{id} as nobody");
                    for name in UNCLEARED {
                        let who = server.user(name);
                        let answer = call(&who, server, &marked, &operation).await;
                        assert_eq!(answer.status, 404, "{id} as {name}: {}", answer.body);
                        let gone = call(&who, server, &missing, &operation).await;
                        assert_eq!(look_of(gone), look_of(answer), "{id} as {name}: missing and invisible");
                    }
                    let answer = call(&server.user("clea"), server, &marked, &operation).await;
                    assert_eq!(answer.status, cleared_reader, "{id} as clea: {}", answer.body);
                }
                Expect::Filtered => {
                    assert_eq!(nobody, 401, "{id} as nobody");
                    for name in ["ada", "mia", "wim", "rea", "rita", "eva"] {
                        let answer = call(&server.user(name), server, &marked, &operation).await;
                        assert_eq!(answer.status, 200, "{id} as {name}");
                        assert!(!mentions(&answer.body, &marked), "{id} tells {name} of it: {}", answer.body);
                    }
                    assert_eq!(
                        call(&server.user("root"), server, &marked, &operation).await.status,
                        404,
                        "{id} as root"
                    );
                }
                Expect::Own | Expect::Elsewhere => assert_eq!(nobody, 401, "{id} as nobody"),
                Expect::Foreign => {
                    assert_eq!(nobody, 401, "{id} as nobody");
                    for name in ["ada", "rea", "eva", "root"] {
                        let answer = call(&server.user(name), server, &marked, &operation).await;
                        assert_eq!(answer.status, 404, "{id} as {name}: {}", answer.body);
                    }
                }
                Expect::Administered => {
                    assert_eq!(nobody, 401, "{id} as nobody");
                    for name in ["mia", "wim", "rea", "clea", "rita"] {
                        let answer = call(&server.user(name), server, &marked, &operation).await;
                        assert_eq!(answer.status, 403, "{id} as {name}: {}", answer.body);
                    }
                    let answer = call(&server.user("eva"), server, &marked, &operation).await;
                    assert!([404, 422].contains(&answer.status), "{id} as eva: {} {}", answer.status, answer.body);
                }
                Expect::Office { refused, strangers } => {
                    assert_eq!(nobody, 401, "{id} as nobody");
                    let wanted = refused.iter().map(|name| (name, 403)).chain(strangers.iter().map(|name| (name, 404)));
                    for (name, status) in wanted {
                        let answer = call(&server.user(name), server, &marked, &operation).await;
                        assert_eq!(answer.status, status, "{id} as {name}: {}", answer.body);
                    }
                }
                Expect::Roles(allowed) => {
                    assert_eq!(nobody, 401, "{id} as nobody");
                    for name in crate::harness::PEOPLE {
                        let answer = call(&server.user(name), server, &marked, &operation).await;
                        let wanted = if allowed.contains(&name) { 200 } else { 403 };
                        assert_eq!(answer.status, wanted, "{id} as {name}: {}", answer.body);
                        let told = String::from_utf8_lossy(&answer.bytes).contains("sealed");
                        assert!(!told || name == "zoe", "{id} tells {name} of what is marked");
                    }
                }
                Expect::Open(status) => assert_eq!(nobody, status, "{id} as nobody"),
            }
        }
        assert_eq!(tree(server).await, before, "whoever was refused wrote nothing");
    });
}

/// Everything that distinguishes two answers, except for the time and the request's id.
fn look_of(answer: Answer) -> (u16, Vec<(String, String)>, Vec<u8>) {
    let named = |name: &str| !["date", "x-request-id"].contains(&name);
    let headers = answer.headers.iter().filter(|(name, _)| named(name.as_str()));
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    (answer.status, headers, answer.bytes)
}

fn mentions(body: &Value, marked: &Marked) -> bool {
    let ids = [marked.folder, marked.file];
    let items = body["items"].as_array().into_iter().flatten();
    items.into_iter().any(|item| ids.iter().any(|id| item["node_id"] == *id))
}

#[test]
fn another_tenant_s_repository_is_nowhere() {
    on_both(async |server| {
        let theirs = server.other_top;
        for name in ["ada", "zoe", "mia", "wim"] {
            let who = server.user(name);
            assert_eq!(who.get(&format!("entry/{theirs}")).await.status, 404, "{name}");
            assert_eq!(who.folder(theirs, "planted").await.refusal(), (404, "not_found"), "{name}");
        }
        assert_eq!(server.user("eva").get(&format!("entry/{theirs}")).await.status, 200);
    });
}
