//! Companies of other tenants in a group, and who may bring them in.

use identity::Belonging;
use primitives::{Cnpj, CompanyId};
use serde_json::{Value, json};
use tenancy::{CompanyKey, NewCompany, NewTenant, TenantKey, Title};

use crate::test_server::{Answer, TestServer, on_both};

const CNPJ: &str = "11.222.333/0001-81";

/// A company of a third tenant, with a number that anybody may know.
async fn third(server: &TestServer) -> CompanyId {
    let made = server.test.db.write(|tx| {
        let title = Title::parse("third").unwrap();
        let key = TenantKey::parse("third").unwrap();
        let tenant = tenancy::create_tenant(tx, &NewTenant { title: title.clone(), key, cnpj: None, theme: None }, 0)?;
        let (key, cnpj) = (CompanyKey::parse("third").unwrap(), Cnpj::parse(CNPJ).ok());
        tenancy::create_company(tx, &NewCompany { tenant, name: title, key, cnpj })
    });
    made.await.unwrap()
}

/// Eva of the other tenant, whose company the group has let in, manages the group and administers her own tenant.
async fn guest(server: &TestServer) -> String {
    let (eva, lume, other) = (server.user("eva").await, server.lume, server.other);
    server.test.db.write(move |tx| tenancy::invite_company(tx, lume.group, other.company, 0, true)).await.unwrap();
    let standing = server.write(move |tx| {
        identity::make_admin(tx, eva, other.tenant)?;
        identity::add_member(tx, eva, lume.group, Belonging::Manager)
    });
    standing.await;
    server.token("eva").await
}

async fn invite(server: &TestServer, token: &str, body: Value) -> Answer {
    server.ask("PUT", &format!("company/usergroup/{}", server.lume.group), Some(token), Some(body)).await
}

#[test]
fn a_manager_from_another_tenant_brings_no_company_in() {
    on_both(async |server| {
        let third = third(server).await;
        let eva = guest(server).await;
        let tenant = server.other.tenant;
        let sister = server.test.db.write(move |tx| {
            let (name, key) = (Title::parse("sister").unwrap(), CompanyKey::parse("sister").unwrap());
            tenancy::create_company(tx, &NewCompany { tenant, name, key, cnpj: None })
        });
        let sister = sister.await.unwrap();
        for body in [
            json!({ "cnpj": CNPJ }),
            json!({ "company_ids": [sister] }),
            json!({ "items": [{ "company_id": server.other.company }] }),
        ] {
            assert_eq!(invite(server, &eva, body.clone()).await.refusal(), (404, "not_found"), "{body}");
        }
        let path = format!("company/usergroup/{}", server.lume.group);
        assert_eq!(server.get(&path, &eva).await.body["total"], 1, "their own company, and they see it");
        let adm = server.token("adm").await;
        let invited = invite(server, &adm, json!({ "cnpj": CNPJ })).await;
        assert_eq!((invited.status.as_u16(), &invited.body["total"]), (200, &json!(2)), "{}", invited.body);
        assert!(invited.body["items"].as_array().unwrap().iter().any(|one| one["company_id"] == json!(third)));
    });
}

#[test]
fn a_manager_from_another_tenant_is_offered_no_place_and_told_of_no_invitation() {
    on_both(async |server| {
        let eva = guest(server).await;
        let max = server.token("max").await;
        let body = json!({ "name": "Second", "email": "second@lume.example", "user_group_id": server.lume.group.0 });
        assert_eq!(server.post("invitation", Some(&max), body).await.status, 201);
        for (token, places, listed) in [(&max, 1, 1), (&eva, 0, 0)] {
            assert_eq!(server.get("invitation/place?q=lume", token).await.body["total"], places);
            assert_eq!(server.get("invitation", token).await.body["total"], listed);
        }
    });
}
