//! Quotas as administrators set them up, and as work uses them.

use std::collections::BTreeSet;

use billing::{Service, Use};
use primitives::{TenantId, UserId};
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

pub async fn tenant(server: &TestServer, key: &'static str) -> i64 {
    let read = server.app.db.read(move |c| {
        let sql = "SELECT tenant_id FROM tenancy_tenant WHERE tenant_key = $1";
        c.get(sql, db::params![key], |row| row.get::<i64>(0))
    });
    read.await.unwrap()
}

async fn create(who: &TestUser<'_>, tenant: i64, billing: &str) -> Answer {
    let body = json!({ "tenant_id": tenant, "service": "synthetic_image", "type_of_billing": billing });
    who.post("/api/core/quota/tenant", body).await
}

fn path(quota: &Value, tenant: i64) -> String {
    path_of("", quota, tenant)
}

/// `part` is empty, or ends with a slash.
fn path_of(part: &str, quota: &Value, tenant: i64) -> String {
    format!("/api/core/quota/{part}{}/tenant/{tenant}", quota["quota_id"])
}

async fn deposit(who: &TestUser<'_>, quota: &Value, tenant: i64, amount: i64, key: &str) -> Answer {
    let path = format!("/api/core/quota/deposit/{}/tenant/{tenant}", quota["quota_id"]);
    who.put(&path, json!({ "amount": amount, "idempotency_key": key })).await
}

#[test]
fn a_quota_is_set_up_filled_used_and_read() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let quota = create(&ada, lume, "monthly_fee").await.ok();
        assert_eq!(
            (&quota["balance"], &quota["balance_limit"], &quota["available"]),
            (&json!(0), &json!(0), &json!(0))
        );
        assert_eq!(create(&ada, lume, "prepaid").await.refusal(), (409, "quota_exists"));
        let form = json!({ "balance_limit": -10, "monthly_credit": 100, "type_of_billing": "monthly_fee" });
        assert_eq!(ada.put(&path(&quota, lume), form).await.ok()["available"], 10);
        for _ in 0..2 {
            assert_eq!(deposit(&ada, &quota, lume, 20, "order-4711").await.ok()["balance"], 20);
        }
        let reused = deposit(&ada, &quota, lume, 21, "order-4711").await;
        assert_eq!(reused.refusal(), (409, "idempotency_key_reused"));

        let (ledger, now) = (server.app.ledger.clone(), server.clock.now());
        let used = server.app.db.write(move |tx| {
            let wanted = |cost| Use {
                tenant: TenantId(lume),
                service: Service::SyntheticImage,
                cost,
                user: UserId(1),
                purpose: "a poster",
            };
            let first = billing::reserve(tx, &ledger, &wanted(25), now)?;
            let open = billing::reserve(tx, &ledger, &wanted(5), now)?;
            let refused = billing::reserve(tx, &ledger, &wanted(1), now);
            assert!(matches!(refused, Err(billing::Error::Exceeded { available: 0 })), "{refused:?}");
            billing::capture(tx, &ledger, first, 22, now)?;
            Ok::<_, billing::Error>(open)
        });
        used.await.unwrap();
        let read = ada.get(&path(&quota, lume)).await.ok();
        assert_eq!((&read["balance"], &read["reserved"], &read["available"]), (&json!(-2), &json!(5), &json!(3)));
        let reservations = ada.get(&path_of("reservation/", &quota, lume)).await.ok();
        assert_eq!((&reservations["total"], &reservations["items"][0]["purpose"]), (&json!(1), &json!("a poster")));
        let ledger = ada.get(&format!("{}?limit=1", path_of("entry/", &quota, lume))).await.ok();
        assert_eq!((&ledger["items"][0]["kind"], &ledger["items"][0]["amount"]), (&json!("usage"), &json!(-22)));
        let after = ledger["next"].as_str().unwrap();
        let older = ada.get(&format!("{}?limit=1&after={after}", path_of("entry/", &quota, lume))).await.ok();
        assert_eq!((&older["items"][0]["kind"], &older["next"]), (&json!("deposit"), &Value::Null));

        // The month begins: the overdraft is paid from its credit.
        let next = read["next_reset_at"].as_i64().unwrap();
        server.clock.advance(next - server.clock.now());
        let begun = ada.get(&path(&quota, lume)).await;
        assert_eq!(begun.status, 401, "the session has ended by then");
        let reset = billing::reset_due(&server.app.ledger).await;
        reset.unwrap();
        assert_eq!(server.count("SELECT balance FROM billing_quota").await, 98);
    });
}

#[test]
fn a_tenant_is_deleted_when_its_ledger_is_settled() {
    on_both(async |server| {
        let root = server.user("root");
        let body = json!({ "title": "Spare", "key": "spare", "cnpj": "11.222.333/0001-81" });
        let spare = root.post("/api/core/tenant_with_company", body).await.ok()["tenant_id"].as_i64().unwrap();
        let companies = root.get(&format!("/api/core/company/tenant/{spare}")).await.ok();
        let company = companies["items"][0]["company_id"].clone();
        let invited = json!({ "name": "Ida", "email": "ida@spare.example", "company_id": company });
        root.post("/api/core/invitation", invited).await.ok();
        let quota = create(&root, spare, "prepaid").await.ok();
        let form = json!({ "balance_limit": -10, "monthly_credit": 0, "type_of_billing": "prepaid" });
        root.put(&path(&quota, spare), form).await.ok();
        deposit(&root, &quota, spare, 30, "order-4711").await.ok();
        let wanted =
            Use { tenant: TenantId(spare), service: Service::SyntheticImage, cost: 35, user: UserId(1), purpose: "x" };
        let (ledger, now) = (server.app.ledger.clone(), server.clock.now());
        let reserved = server.app.db.write(move |tx| billing::reserve(tx, &ledger, &wanted, now)).await.unwrap();
        let there = format!("/api/core/tenant/{spare}");
        let refused = root.delete(&there).await;
        assert_eq!(refused.refusal(), (409, "in_use"), "reserved");
        assert_eq!(refused.body["message"], "It is still in use: 1 quota with credits owed or reserved.");
        let ledger = server.app.ledger.clone();
        server.app.db.write(move |tx| billing::capture(tx, &ledger, reserved, 35, now)).await.unwrap();
        assert_eq!(root.delete(&there).await.refusal(), (409, "in_use"), "owed");
        deposit(&root, &quota, spare, 12, "order-4712").await.ok();
        assert_eq!(root.delete(&there).await.status, 204);
        assert_eq!(root.get(&there).await.status, 404);
        assert_eq!(server.count("SELECT COUNT(*) FROM billing_quota").await, 0);
        // The ledger stays, and ends with what expired: 30 − 35 + 12 − 7.
        let kept = "SELECT COUNT(*) FROM billing_closed_entry e
            JOIN billing_closed_quota q ON q.quota_id = e.quota_id AND q.tenant_title = 'Spare'";
        assert_eq!(server.count(kept).await, 4);
        assert_eq!(server.count("SELECT CAST(SUM(amount) AS BIGINT) FROM billing_closed_entry").await, 0);
        let forged = server.app.db.write(|tx| tx.run("DELETE FROM billing_closed_entry", &[])).await;
        assert!(forged.is_err(), "what is kept is kept");
    });
}

#[test]
fn an_invalid_quota_form_is_refused_at_its_fields() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let quota = create(&ada, lume, "postpaid").await.ok();
        let form = |limit: Value, credit: Value| json!({ "balance_limit": limit, "monthly_credit": credit, "type_of_billing": "postpaid" });
        for (body, field, key) in [
            (form(json!(1), json!(0)), "balance_limit", "form_rules.zero_or_negative"),
            (form(json!(null), json!(0)), "balance_limit", "form_rules.mandatory"),
            (form(json!(0), json!(-1)), "monthly_credit", "form_rules.zero_or_positive"),
            (form(json!(0), json!(null)), "monthly_credit", "form_rules.mandatory"),
        ] {
            let answer = ada.put(&path(&quota, lume), body).await;
            let error = &answer.body["errors"][0];
            assert_eq!((answer.status, &error["field"], &error["key"]), (422, &json!(field), &json!(key)));
        }
        for (amount, key, field, why) in [
            (0, "order-4711", "amount", "greater_than_zero"),
            (1_000_000_000_000_000, "order-4711", "amount", "too_much"),
            (5, "short", "idempotency_key", "min_length"),
        ] {
            let answer = deposit(&ada, &quota, lume, amount, key).await;
            let error = &answer.body["errors"][0];
            let why = format!("form_rules.{why}");
            assert_eq!((answer.status, &error["field"], &error["key"]), (422, &json!(field), &json!(why)));
        }
        let stale = ada.request(reqwest::Method::PUT, &path(&quota, lume)).header("if-match", "\"7\"");
        assert_eq!(Answer::of(stale.json(&form(json!(0), json!(0)))).await.status, 412);
    });
}

#[test]
fn months_begin_by_the_tenant_s_own_clocks() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let quota = create(&ada, lume, "prepaid").await.ok();
        let zone = format!("/api/core/quota/time_zone/tenant/{lume}");
        assert_eq!(ada.get(&zone).await.ok(), json!({ "time_zone": "UTC", "is_default": true }));
        let next = async || ada.get(&path(&quota, lume)).await.ok()["next_reset_at"].as_i64().unwrap();
        // 1 February 2027 at midnight: in UTC, in São Paulo, in UTC again.
        assert_eq!(next().await, 1_801_440_000);
        ada.put(&zone, json!({ "time_zone": "America/Sao_Paulo" })).await.ok();
        assert_eq!(next().await, 1_801_440_000 + 3 * 3600);
        ada.put(&zone, json!({ "time_zone": null })).await.ok();
        assert_eq!(next().await, 1_801_440_000);
        assert_eq!(ada.put(&zone, json!({ "time_zone": "Mars/Olympus" })).await.status, 422);
    });
}

#[test]
fn a_quota_of_another_tenant_is_not_found() {
    on_both(async |server| {
        let (ada, eva, root) = (server.user("ada"), server.user("eva"), server.user("root"));
        let (lume, other) = (tenant(server, "lume").await, tenant(server, "other").await);
        let quota = create(&ada, lume, "prepaid").await.ok();
        let form = json!({ "balance_limit": 0, "monthly_credit": 9, "type_of_billing": "prepaid" });
        for tenant in [lume, other] {
            let there = path(&quota, tenant);
            for part in ["", "entry/", "reservation/"] {
                assert_eq!(eva.get(&path_of(part, &quota, tenant)).await.status, 404, "{tenant} {part}");
            }
            assert_eq!(eva.put(&there, form.clone()).await.status, 404);
            assert_eq!(deposit(&eva, &quota, tenant, 5, "order-4711").await.status, 404);
        }
        assert_eq!(eva.get(&format!("/api/core/quota/tenant/{lume}")).await.status, 404);
        assert_eq!(eva.get(&format!("/api/core/quota/time_zone/tenant/{lume}")).await.status, 404);
        assert_eq!(create(&eva, lume, "prepaid").await.status, 422);
        let statuses: BTreeSet<_> = [
            server.user("wim").get(&path(&quota, lume)).await.status,
            deposit(&server.user("mia"), &quota, lume, 5, "order-4711").await.status,
        ]
        .into();
        assert_eq!(statuses, [403].into());
        assert_eq!(server.count("SELECT COUNT(*) FROM billing_entry").await, 0, "whoever was refused wrote nothing");
        assert_eq!(root.get(&format!("/api/core/quota/tenant/{lume}")).await.ok()["total"], 1);
        assert_eq!(root.get("/api/core/quota/tenant/999999").await.status, 404);
    });
}

#[test]
fn a_queue_s_current_offset_is_read_by_its_name() {
    on_both(async |server| {
        let rea = server.user("rea");
        let key = "/api/core/key-value-store/synthetic_image_1_current";
        assert_eq!(rea.get(key).await.ok(), json!({ "key": "synthetic_image_1_current", "value": 0 }));
        let moved = "INSERT INTO jobs_topic (topic, given, current) VALUES ('synthetic_image_1', 2, 1)";
        server.test.run(moved.to_owned()).await;
        assert_eq!(rea.get(key).await.ok(), json!({ "key": "synthetic_image_1_current", "value": 1 }));
        assert_eq!(rea.get("/api/core/key-value-store/anything").await.status, 404);
    });
}
