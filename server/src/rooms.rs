//! The rooms of the program, lower floors first.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Context, bail};
use db::{Db, Migrations};
use events::Listeners;
use jobs::Kind;
use nodes::EntryType;
use room::{Acts, Blockers, Deps, Opened, Room};

use crate::earlier::EARLIER;

/// Every room. One that is added here has its routes, jobs and all else that it describes.
pub fn rooms() -> Vec<Room> {
    vec![
        mail::room(),
        secrets::room(),
        rates::room(),
        tenancy::room(),
        nodes::room(),
        accounts::room(),
        signin::room(),
        billing::room(),
        security::room(),
        activity::room(),
        notifications::room(),
        invitations::room(),
        systemlog::room(),
        notices::room(),
        storage::room(),
        content::room(),
        home::room(),
        collections::room(),
        comments::room(),
        reviews::room(),
        media::room(),
        usage::room(),
        links::room(),
        insights::room(),
        services::room(),
    ]
}

/// What makes the tables of the program.
pub fn migrations() -> Migrations {
    migrations_of(&rooms())
}

/// What makes the tables of these rooms.
pub fn migrations_of(rooms: &[Room]) -> Migrations {
    rooms.iter().map(|room| room.migrations.clone()).collect::<Migrations>().replacing(&EARLIER)
}

/// The database; its transactions publish events to these rooms, and its connections find what these contribute.
pub fn with_rooms(rooms: &[Room], db: Db) -> Db {
    let listeners: Listeners = rooms.iter().flat_map(|room| room.listeners.clone()).collect();
    Room::contributions(rooms).of(listeners.of(db))
}

/// The acts of these rooms.
pub fn acts(rooms: &[Room]) -> Acts {
    Acts::new(rooms.iter().flat_map(|room| room.acts.clone()).collect())
}

/// From now on answers have the sentences of all rooms.
pub fn register_sentences() -> anyhow::Result<()> {
    room::register_sentences(&rooms())
}

/// Opens rooms, one after the other: each finds the states of those below it in `deps`.
pub async fn open(rooms: &[Room], deps: &mut Deps) -> anyhow::Result<Opened> {
    if let Some(name) = first_repeated(rooms.iter().map(|room| room.name)) {
        bail!("the room {name} is listed twice");
    }
    if let Some(name) = first_repeated(rooms.iter().flat_map(|room| &room.metrics).map(|metric| metric.name)) {
        bail!("two rooms measure {name}");
    }
    let contributions = Room::contributions(rooms);
    refuse_ambiguous_entry_types(contributions.all())?;
    room::register_sentences(rooms)?;
    deps.put(Blockers(rooms.iter().flat_map(|room| room.deletion_blockers.clone()).collect()))?;
    deps.put(acts(rooms))?;
    deps.contributions = Arc::new(contributions);
    let mut all = Opened::default();
    for room in rooms {
        let opened = room.open(deps).await.with_context(|| format!("the room {} does not open", room.name))?;
        all = all.and(opened);
    }
    if let Some(name) = first_repeated(all.jobs.iter().map(Kind::name)) {
        bail!("two kinds of jobs are called {name}");
    }
    if let Some(tag) = first_repeated(all.routes.tags().chain(all.file_routes.tags())) {
        bail!("the tag {tag} is described twice");
    }
    Ok(all)
}

/// An entry keeps the key of its type, and acts and the page go by it.
fn refuse_ambiguous_entry_types<'t>(types: impl Iterator<Item = &'t EntryType>) -> anyhow::Result<()> {
    let own = [EntryType::REPOSITORY, EntryType::FOLDER, EntryType::FILE];
    if let Some(key) = first_repeated(own.into_iter().chain(types.map(|kind| kind.key))) {
        bail!("two types of entries are called {key}");
    }
    Ok(())
}

fn first_repeated<'n>(mut names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut seen = BTreeSet::new();
    names.find(|name| !seen.insert(*name))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use db::Engine;
    use db::testing::TestDb;
    use jobs::Kind;
    use nodes::EntryType;
    use primitives::{Clock, Language};
    use rest::{Routes, SentenceError, Sentences};
    use room::{Deps, Metric, Opened};

    use super::{Room, acts, open, register_sentences, rooms};

    #[test]
    fn no_two_rooms_offer_an_act_of_the_same_name_or_place() {
        let acts = acts(&rooms()).0;
        let names: BTreeSet<_> = acts.iter().map(|rule| rule.name).collect();
        let orders: BTreeSet<_> = acts.iter().map(|rule| rule.order).collect();
        assert_eq!((names.len(), orders.len()), (acts.len(), acts.len()), "{acts:?}");
    }

    #[test]
    fn every_sentence_of_a_room_is_said_in_both_languages() {
        register_sentences().unwrap();
        register_sentences().unwrap();
        for sentences in rooms().into_iter().filter_map(|room| room.sentences) {
            let read = |text| serde_json::from_str::<BTreeMap<String, String>>(text).unwrap();
            let (english, portuguese) = (read(sentences.en), read(sentences.pt));
            assert!(english.keys().eq(portuguese.keys()), "{english:?} {portuguese:?}");
            for (key, said) in &english {
                assert_eq!(rest::text(Language::En, key, &[]), *said);
                assert_eq!(rest::text(Language::Pt, key, &[]), portuguese[key]);
            }
        }
    }

    #[test]
    fn a_room_cannot_change_a_sentence_of_the_platform_or_of_another_room() {
        register_sentences().unwrap();
        let refused = |en, pt| room::register_sentences(&[Room::new("late", 9).with_sentences(Sentences { en, pt })]);
        let reason = |en, pt| refused(en, pt).unwrap_err().downcast::<SentenceError>().unwrap();
        let reworded = r#"{"bin": "Trash", "late_bin": "Trash"}"#;
        assert!(matches!(reason(reworded, reworded), SentenceError::OfAnotherRoom(key) if key == "bin"));
        assert!(!rest::has_sentence("late_bin"), "none of them is registered");
        let platform = r#"{"not_found": "Nothing here"}"#;
        assert!(matches!(reason(platform, platform), SentenceError::OfThePlatform(key) if key == "not_found"));
        assert!(matches!(reason(reworded, "{}"), SentenceError::OneLanguage(_)));
    }

    async fn reason(rooms: &[Room]) -> String {
        let db = TestDb::without_tables(Engine::Sqlite).await.db.clone();
        format!("{:#}", open(rooms, &mut Deps::new(db, Clock::system())).await.err().unwrap())
    }

    fn tagging(name: &'static str) -> Room {
        Room::new(name, 1).opening(|_| {
            let routes = Routes::default().tagged("films", "Films, and who is in them.");
            Box::pin(async { Ok(Opened { routes, ..Opened::default() }) })
        })
    }

    fn working(name: &'static str, job: &'static str) -> Room {
        Room::new(name, 1).opening(move |_| {
            Box::pin(async move {
                let kind = Kind::new(job, async |_| Ok(jobs::Outcome::Done));
                Ok(Opened { jobs: vec![kind], ..Opened::default() })
            })
        })
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn rooms_that_contradict_each_other_are_not_opened() {
        let wanting = Room::new("wanting", 1).opening(|deps| {
            Box::pin(async move {
                deps.get::<u8>()?;
                Ok(Opened::default())
            })
        });
        let twice = |name, job| [working("one", "one.draw"), working(name, job)];
        assert_eq!(reason(&twice("one", "other.draw")).await, "the room one is listed twice");
        assert_eq!(reason(&twice("other", "one.draw")).await, "two kinds of jobs are called one.draw");
        assert_eq!(reason(&[tagging("one"), tagging("two")]).await, "the tag films is described twice");
        let knowing = |name, key| {
            let kind = EntryType { key, extensions: &[], media_types: &[], usual_extensions: &[], called: &[] };
            Room::new(name, 1).with(kind)
        };
        let films = reason(&[knowing("one", "film"), knowing("two", "film")]).await;
        assert_eq!(films, "two types of entries are called film");
        assert_eq!(reason(&[knowing("one", "folder")]).await, "two types of entries are called folder");
        let measuring = |name| Room::new(name, 1).with_metrics([Metric::gauge("films_open", "Films that are shown.")]);
        assert_eq!(reason(&[measuring("one"), measuring("two")]).await, "two rooms measure films_open");
        assert_eq!(reason(&[wanting]).await, "the room wanting does not open: no u8 was given to the rooms");
    }
}
