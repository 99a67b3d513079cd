//! The rows of prepared pictures, on both engines. What is made and sent is told in the server's stories.

use std::collections::HashMap;

use accounts::{Email, NewUser, PersonName};
use db::testing::TestDb;
use db::{Conn, Engine, Tx};
use passwords::PasswordHash;
use previews::{Coding, Conversion, Fit, Frame};
use primitives::{AppInstanceId, NodeId, TenantId, UserId};
use tenancy::{CompanyKey, NewCompany, NewTenant, TenantKey, Title};

use super::store::{self, Audience, NewPrepared, PreparedId, PreparedLook, Progress, Visitors};
use crate::look::PictureFormat;
use crate::migrations;

const NOW: i64 = 1_800_000_000;

fn person(tx: &mut Tx<'_>) -> accounts::Result<(TenantId, UserId)> {
    let title = Title::parse("Casa Lume").unwrap();
    let key = TenantKey::parse("lume").unwrap();
    let new = NewTenant { title: title.clone(), key, cnpj: None, theme: None };
    let tenant = tenancy::create_tenant(tx, &new, NOW).unwrap();
    let new = NewCompany { tenant, name: title, key: CompanyKey::parse("lume").unwrap(), cnpj: None };
    let company = tenancy::create_company(tx, &new).unwrap();
    let new = NewUser {
        name: PersonName::parse("ana").unwrap(),
        email: Email::parse("ana@lume.example").unwrap(),
        language: None,
        password: PasswordHash::unusable(),
        reset_due: true,
    };
    Ok((tenant, accounts::create_user(tx, company, &new, NOW)?))
}

fn begin(tx: &mut Tx<'_>, who: (TenantId, UserId), action: &str) -> db::Result<PreparedId> {
    begin_for(tx, who, (action, None))
}

fn begin_for(
    tx: &mut Tx<'_>,
    (tenant, user): (TenantId, UserId),
    (key, visitors): (&str, Option<Visitors<'_>>),
) -> db::Result<PreparedId> {
    let frame = Frame { width: Some(90), height: None, fit: Fit::Contain, enlarge: false };
    let (coding, background) = (Coding::Jpeg, Some([255; 3]));
    let conversion = Conversion { frame, coding, quality: 85, background, keep_rights: true, mark: None };
    let look = PreparedLook { format: PictureFormat::Jpeg, conversion, preset: None };
    let new = NewPrepared {
        tenant,
        user,
        instance: AppInstanceId(4),
        key,
        visitors,
        name: "Album.zip",
        roots: &[NodeId(7), NodeId(9)],
        look: &look,
        keeps_others: true,
    };
    let id = store::insert(tx, &new, NOW)?;
    for (hash, node) in [("aa", 1), ("bb", 2), ("aa", 3)] {
        store::add_picture(tx, id, hash, NodeId(node))?;
    }
    Ok(id)
}

#[tokio::test(flavor = "multi_thread")]
async fn contents_are_made_one_by_one_and_known_with_their_bytes() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let test = TestDb::new(engine, &migrations()).await;
        let who = test.db.write(|tx| Ok::<_, db::Error>(person(tx).unwrap())).await.unwrap();
        let id = test.db.write(move |tx| begin(tx, who, "one")).await.unwrap();
        let found = test.db.write(move |tx| {
            let first = store::next(tx, id)?.unwrap();
            assert_eq!((first.hash.as_str(), first.node), ("aa", NodeId(1)));
            store::note(tx, id, "aa", Some(70))?;
            let second = store::next(tx, id)?.unwrap();
            store::note(tx, id, &second.hash, None)?;
            assert!(store::next(tx, id)?.is_none());
            assert_eq!(store::progress(tx, id)?, Progress { waiting: 0, made: 1, failed: 1, bytes: 70 });
            assert_eq!(store::unfinished(tx, who.1)?, 1);
            store::set_ready(tx, id, 70, NOW)?;
            assert_eq!(store::unfinished(tx, who.1)?, 0);
            assert_eq!(store::pictures(tx, id)?, HashMap::from([("aa".to_owned(), Some(70)), ("bb".to_owned(), None)]));
            store::of_action(tx, who.1, "one")
        });
        let found = found.await.unwrap().unwrap();
        assert_eq!((found.id, found.is_ready, found.roots), (id, true, vec![NodeId(7), NodeId(9)]));
        assert_eq!((found.look.format, found.look.conversion.quality), (PictureFormat::Jpeg, 85));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_is_its_person_s_and_goes_after_its_time() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let test = TestDb::new(engine, &migrations()).await;
        let who = test.db.write(|tx| Ok::<_, db::Error>(person(tx).unwrap())).await.unwrap();
        let made = test.db.write(move |tx| Ok::<_, db::Error>((begin(tx, who, "one")?, begin(tx, who, "two")?)));
        let (first, second) = made.await.unwrap();
        let left = |c: &mut Conn<'_>| c.get("SELECT COUNT(*) FROM media_prepared_picture", &[], |row| row.get(0));
        let counted = test.db.write(move |tx| {
            assert!(store::of_action(tx, UserId(who.1.0 + 1), "one")?.is_none());
            assert_eq!(store::newest(tx, Audience::People, 9)?, [(second, 0), (first, 0)]);
            store::delete(tx, first)?;
            let after_one: i64 = left(tx)?;
            store::delete_before(tx, NOW)?;
            let before_its_time: i64 = left(tx)?;
            store::delete_before(tx, NOW + 1)?;
            Ok::<_, db::Error>((after_one, before_its_time, left(tx)?, store::find(tx, second)?.is_some()))
        });
        assert_eq!(counted.await.unwrap(), (2, 2, 0, false));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_made_for_visitors_is_of_their_link_and_of_no_person() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let test = TestDb::new(engine, &migrations()).await;
        let who = test.db.write(|tx| Ok::<_, db::Error>(person(tx).unwrap())).await.unwrap();
        let told = test.db.write(move |tx| {
            let own = begin(tx, who, "own")?;
            let theirs = begin_for(tx, who, ("theirs", Some(Visitors { link: 4, wish: "wish" })))?;
            assert_eq!(store::unfinished(tx, who.1)?, 1);
            assert!(store::of_action(tx, who.1, "theirs")?.is_none());
            assert_eq!(store::of_link(tx, 4, "theirs")?.map(|found| found.id), Some(theirs));
            for (link, key) in [(5, "theirs"), (4, "own")] {
                assert!(store::of_link(tx, link, key)?.is_none(), "{link} {key}");
            }
            let newest = [Audience::People, Audience::Visitors].map(|audience| store::newest(tx, audience, 9));
            let [people, visitors] = newest.map(Result::unwrap);
            assert_eq!((people, visitors), (vec![(own, 0)], vec![(theirs, 0)]));
            super::forget_pictures(tx, 4)?;
            Ok::<_, db::Error>((store::find(tx, own)?.is_some(), store::find(tx, theirs)?.is_some()))
        });
        assert_eq!(told.await.unwrap(), (true, false));
    }
}
