//! Companies of other tenants in a group, and who may invite them.

use accounts::Belonging;
use db::params;
use primitives::{Cnpj, CompanyId, UserId};
use serde_json::{Value, json};
use tenancy::{CompanyKey, NewCompany, NewTenant, TenantKey, Title};

use crate::test_server::{Answer, TestServer, new_user, on_both};

const CNPJ: &str = "11.222.333/0001-81";

/// A company of a third tenant, with a known number.
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

/// Eva of the other tenant, whose company the group has invited, manages the group and administers her own tenant.
async fn guest(server: &TestServer) -> String {
    let (eva, lume, other) = (server.user("eva").await, server.lume, server.other);
    server
        .test
        .db
        .write(move |tx| tenancy::invite_company(tx, (lume.group, other.company), None, 0, true))
        .await
        .unwrap();
    let standing = server.write(move |tx| {
        accounts::make_admin(tx, eva, other.tenant)?;
        accounts::add_member(tx, eva, lume.group, Belonging::Manager)
    });
    standing.await;
    server.token("eva").await
}

async fn invite(server: &TestServer, token: &str, body: Value) -> Answer {
    server.ask("PUT", &format!("company/usergroup/{}", server.lume.group), Some(token), Some(body)).await
}

#[test]
fn a_manager_from_another_tenant_cannot_invite_a_company() {
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
fn a_manager_from_another_tenant_sees_no_places_and_no_invitations() {
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

/// Eva administers the other tenant, whose company has a number.
async fn numbered(server: &TestServer) -> String {
    let (eva, other) = (server.user("eva").await, server.other);
    server.write(move |tx| accounts::make_admin(tx, eva, other.tenant)).await;
    let eva = server.token("eva").await;
    let body = json!({ "name": "Other", "cnpj": CNPJ });
    assert_eq!(server.ask("PUT", &format!("company/{}", other.company), Some(&eva), Some(body)).await.status, 200);
    eva
}

/// How many invitations Eva sees, and the answer when she accepts the one into lume's group.
async fn accept(server: &TestServer, eva: &str) -> (i64, u16) {
    let waiting = server.get("company/invitation", eva).await.body["total"].as_i64().unwrap();
    let path = format!("company/{}/usergroup/{}", server.other.company, server.lume.group);
    (waiting, server.ask("PUT", &path, Some(eva), None).await.status.as_u16())
}

async fn tim(server: &TestServer) -> UserId {
    let company = server.lume.company;
    server.write(move |tx| accounts::create_user(tx, company, &new_user("tim"), 0)).await
}

#[test]
fn a_company_s_invitation_is_void_once_its_maker_has_lost_the_rights() {
    on_both(async |server| {
        let (eva, tim, lume) = (numbered(server).await, tim(server).await, server.lume);
        let (adm, root) = (server.token("adm").await, server.token("root").await);
        let off = json!({ "name": "Tim", "active": false });
        let away = json!({ "name": "Tim", "company_id": server.other.company });
        let (user, member) = (format!("users/{tim}"), format!("usergroup/{}/users/{tim}", lume.group));
        for (rights, by, method, path, body) in [
            ("admin", &adm, "DELETE", format!("{user}/tenant/{}/admin", lume.tenant), None),
            ("admin", &adm, "PUT", user.clone(), Some(off.clone())),
            ("manager", &adm, "PUT", member.clone(), Some(json!({ "manager": false }))),
            ("manager", &adm, "DELETE", member, None),
            ("manager", &adm, "PUT", user.clone(), Some(off)),
            ("manager", &root, "PUT", user, Some(away)),
        ] {
            let give = server.write(move |tx| {
                accounts::set_user_active(tx, tim, true)?;
                match rights {
                    "admin" => accounts::make_admin(tx, tim, lume.tenant),
                    _ => accounts::add_member(tx, tim, lume.group, Belonging::Manager),
                }
            });
            give.await;
            let token = server.token("tim").await;
            assert_eq!(invite(server, &token, json!({ "cnpj": CNPJ })).await.status, 200);
            let lost = server.ask(method, &path, Some(by), body).await;
            assert!(lost.status.is_success(), "{rights} {method} {path}: {}", lost.body);
            assert_eq!(accept(server, &eva).await, (0, 404), "{rights} {method} {path}");
            let list = format!("company/usergroup/{}", lume.group);
            assert_eq!(server.get(&list, &adm).await.body["total"], 0);
            let told = "SELECT COUNT(*) FROM audit_entry WHERE what = 'external_company_remove'";
            let told = server.test.db.write(move |tx| {
                let told: i64 = tx.get(told, &[], |row| row.get(0))?;
                tx.run("DELETE FROM identity_admin WHERE users_id = $1", params![tim])?;
                Ok::<_, db::Error>(told)
            });
            assert!(told.await.unwrap() > 0);
        }
        let told = "SELECT COUNT(*) FROM audit_entry WHERE what = 'external_company_remove'";
        let told = server.test.db.read(move |c| c.get(told, &[], |row| row.get::<i64>(0)));
        assert_eq!(told.await.unwrap(), 6, "each of them once");
    });
}

#[test]
fn a_company_s_invitation_is_void_while_its_maker_is_inactive() {
    on_both(async |server| {
        let (eva, tim, lume) = (numbered(server).await, tim(server).await, server.lume);
        server.write(move |tx| accounts::make_admin(tx, tim, lume.tenant)).await;
        let token = server.token("tim").await;
        assert_eq!(invite(server, &token, json!({ "cnpj": CNPJ })).await.status, 200);
        server.write(move |tx| accounts::set_user_active(tx, tim, false)).await;
        let (adm, list) = (server.token("adm").await, format!("company/usergroup/{}", lume.group));
        assert_eq!(accept(server, &eva).await, (0, 404));
        assert_eq!(server.get(&list, &adm).await.body["total"], 0, "nor does the group see it");
        // The company can be invited again, and the new inviter is then the maker.
        assert_eq!(invite(server, &adm, json!({ "cnpj": CNPJ })).await.body["total"], 1);
        assert_eq!(accept(server, &eva).await, (1, 204));
        // An accepted invitation stays when its maker is gone.
        let adm_user = server.user("adm").await;
        server.write(move |tx| accounts::set_user_active(tx, adm_user, false)).await;
        let max = server.token("max").await;
        assert!(server.get(&list, &max).await.body["items"][0]["accepted_at"].is_i64());
    });
}

#[test]
fn removing_a_company_deletes_the_invitations_that_its_users_made() {
    on_both(async |server| {
        let (third, eva) = (third(server).await, guest(server).await);
        let (group, maker) = (server.lume.group, server.user("eva").await);
        let invited =
            server.test.db.write(move |tx| tenancy::invite_company(tx, (group, third), Some(maker), 0, false));
        invited.await.unwrap();
        assert_eq!(server.get(&format!("company/usergroup/{group}"), &eva).await.body["total"], 1, "their own");
        let adm = server.token("adm").await;
        let own = format!("company/{}/usergroup/{group}", server.other.company);
        assert_eq!(server.ask("DELETE", &own, Some(&adm), None).await.status, 204);
        let left = server.test.db.read(move |conn| tenancy::external_companies(conn, group));
        assert_eq!(left.await.unwrap(), [], "gone with the company of its maker");
    });
}

#[test]
fn an_invitation_without_a_maker_is_good_while_the_tenant_has_an_admin() {
    on_both(async |server| {
        let (eva, adm) = (numbered(server).await, server.user("adm").await);
        let (group, company) = (server.lume.group, server.other.company);
        let old = server.test.db.write(move |tx| tenancy::invite_company(tx, (group, company), None, 0, false));
        old.await.unwrap();
        server.write(move |tx| accounts::set_user_active(tx, adm, false)).await;
        assert_eq!(accept(server, &eva).await, (0, 404));
        server.write(move |tx| accounts::set_user_active(tx, adm, true)).await;
        assert_eq!(accept(server, &eva).await, (1, 204));
    });
}
