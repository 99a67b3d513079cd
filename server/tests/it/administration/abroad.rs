//! Ids of another tenant: its neighbours get the same answers as for ids that never existed, and nothing is written.

use std::collections::BTreeMap;

use super::calls::{CALLS, Ids};
use crate::harness::{TestServer, on_both};

/// Every row of the tables that administration writes, as text.
async fn everything(server: &TestServer) -> BTreeMap<String, Vec<String>> {
    let read = server.app.db.read(|c| {
        let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for name in db::schema::columns(c)? {
            let (table, column) = name.split_once('.').unwrap();
            let ours = table.starts_with("tenancy_") || table.starts_with("identity_") || table == "audit_entry";
            if ours && !["tenancy_epoch", "identity_session"].contains(&table) {
                columns.entry(table.to_owned()).or_default().push(format!("COALESCE(CAST({column} AS TEXT), '~')"));
            }
        }
        let mut rows = BTreeMap::new();
        for (table, columns) in columns {
            let sql = format!("SELECT {} FROM {table} ORDER BY 1", columns.join(" || '|' || "));
            rows.insert(table, c.rows(&sql, &[], |row| row.get::<String>(0))?);
        }
        Ok::<_, db::Error>(rows)
    });
    read.await.unwrap()
}

#[test]
fn ids_of_another_tenant_are_not_found_and_not_changed() {
    on_both(async |server| {
        let lume = Ids::lume(server).await;
        let before = everything(server).await;
        for call in CALLS.iter().filter(|call| call.names) {
            let operation = call.operation;
            // An admin of another tenant; and a manager, for whom groups that they do not manage count as foreign too.
            for name in ["eva", "mia"].into_iter().filter(|name| call.gate.admits(name)) {
                // Both belong to the manager's own tenant and company.
                if name == "mia" && ["avatar_get", "group_list_of_company", "group_create"].contains(&operation) {
                    continue;
                }
                let who = server.user(name);
                let foreign = call.send(&who, lume).await;
                let missing = call.send(&who, Ids::MISSING).await;
                let is_unknown = match foreign.status {
                    404 => true,
                    422 => foreign.body["errors"][0]["key"] == "form_rules.unknown",
                    _ => false,
                };
                assert!(is_unknown, "{operation} as {name}: {}", foreign.body);
                assert_eq!((foreign.status, foreign.body), (missing.status, missing.body), "{operation} as {name}");
            }
        }
        assert_eq!(everything(server).await, before);
    });
}

#[test]
fn lists_contain_no_rows_of_another_tenant() {
    on_both(async |server| {
        let (lume, (other, company)) = (Ids::lume(server).await, Ids::other(server).await);
        let eva = server.user("eva");
        for (path, ids) in [
            ("/api/core/tenant", vec![other]),
            ("/api/core/company", vec![company]),
            ("/api/core/users", vec![server.users["eva"].0]),
            ("/api/core/usergroup", vec![]),
            (&format!("/api/core/users?tenant_id={}", lume.tenant), vec![]),
            (&format!("/api/core/users?company_id={}", lume.company), vec![]),
            ("/api/core/users?q=rea", vec![]),
            ("/api/core/tenant?q=lume", vec![]),
        ] {
            let body = eva.get(path).await.ok();
            let found: Vec<i64> = body["items"].as_array().unwrap().iter().map(id_of).collect();
            assert_eq!(found, ids, "{path}");
            assert_eq!(body["total"], ids.len(), "{path}");
        }
    });
}

fn id_of(item: &serde_json::Value) -> i64 {
    ["users_id", "user_group_id", "company_id", "tenant_id"].iter().find_map(|key| item[key].as_i64()).unwrap()
}
