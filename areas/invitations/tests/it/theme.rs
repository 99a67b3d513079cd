use serde_json::Value;
use tenancy::{GroupKey, NewGroup, NewTenant, NewTheme, TenantKey, ThemeConfig, ThemeKey, Title};

use accounts::Belonging;

use crate::test_server::{new_user, on_both};

const PALETTES: [&str; 6] = ["green", "blue", "orange", "red", "yellow", "purple"];

fn keys(choices: &Value) -> Vec<&str> {
    choices.as_array().unwrap().iter().map(|theme| theme["theme_key"].as_str().unwrap()).collect()
}

#[test]
fn the_default_theme_is_green_and_offers_six_palettes() {
    on_both(async |server| {
        for name in ["ana", "root"] {
            let token = server.token(name).await;
            let theme = server.get("theme/user", &token).await.body;
            assert_eq!((&theme["theme_key"], &theme["tenant_id"]), (&"green".into(), &Value::Null));
            assert_eq!(theme["theme_config"]["appBarBgColor"], "#111113");
            assert_eq!(keys(&theme["choices"]), PALETTES, "{name}");
        }
    });
}

#[test]
fn a_group_s_theme_comes_before_its_tenant_s() {
    on_both(async |server| {
        let title = |text: &str| Title::parse(text).unwrap();
        let made = server.test.db.write(move |tx| {
            let key = TenantKey::parse("themed").unwrap();
            let new = |tenant, key: &str| NewTheme {
                tenant,
                title: title(key),
                key: ThemeKey::parse(key).unwrap(),
                config: ThemeConfig::default(),
            };
            let night = tenancy::create_theme(tx, &new(None, "night"))?;
            let tenant = NewTenant { title: title("Themed"), key, cnpj: None, theme: Some(night) };
            let tenant = tenancy::create_tenant(tx, &tenant, 0)?;
            let company = tenancy::NewCompany {
                tenant,
                name: title("Themed"),
                key: tenancy::CompanyKey::parse("themed").unwrap(),
                cnpj: None,
            };
            let company = tenancy::create_company(tx, &company)?;
            let own = tenancy::create_theme(tx, &new(Some(tenant), "own"))?;
            let key = GroupKey::parse("themed").unwrap();
            let group = tenancy::create_group(tx, &NewGroup { company, title: title("G"), key, theme: Some(own) })?;
            Ok::<_, tenancy::Error>((company, group))
        });
        let (company, group) = made.await.unwrap();
        let zoe = server.write(move |tx| accounts::create_user(tx, company, &new_user("zoe"), 0)).await;
        let token = server.token("zoe").await;
        assert_eq!(server.get("theme/user", &token).await.body["theme_key"], "night");
        server.write(move |tx| accounts::add_member(tx, zoe, group, Belonging::Member)).await;
        let theme = server.get("theme/user", &token).await.body;
        assert_eq!(theme["theme_key"], "own");
        assert_eq!(keys(&theme["choices"]), [&PALETTES[..], &["night", "own"]].concat());
        let ana = server.token("ana").await;
        let offered = server.get("theme/user", &ana).await.body;
        assert!(!keys(&offered["choices"]).contains(&"own"), "a tenant's theme is offered to its own users");
    });
}
