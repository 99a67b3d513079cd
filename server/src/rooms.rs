//! The rooms of the program, lower floors first.

use db::Db;
use events::Listeners;
use room::{Acts, Blockers, Deps, Opened, Room};

/// Every room. One that is added here has its routes, jobs and all else that it describes.
pub fn rooms() -> Vec<Room> {
    vec![
        mail::room(),
        tenancy::room(),
        nodes::room(),
        identity::room(),
        billing::room(),
        security::room(),
        activity::room(),
        notifications::room(),
        systemlog::room(),
        content::room(),
        media::room(),
        services::room(),
    ]
}

/// The database; its transactions publish events to these rooms.
pub fn listened_to(rooms: &[Room], db: Db) -> Db {
    rooms.iter().flat_map(|room| room.listeners.clone()).collect::<Listeners>().of(db)
}

/// The acts of these rooms.
pub fn acts(rooms: &[Room]) -> Acts {
    Acts::new(rooms.iter().flat_map(|room| room.acts).copied().collect())
}

/// Opens rooms, one after the other: each finds the states of those below it in `deps`.
pub async fn open(rooms: &[Room], deps: &mut Deps) -> anyhow::Result<Opened> {
    deps.put(Blockers(rooms.iter().flat_map(|room| room.deletion_blockers.clone()).collect()));
    deps.put(acts(rooms));
    let mut all = Opened::default();
    for room in rooms {
        all = all.and(room.open(deps).await?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{acts, rooms};

    #[test]
    fn no_two_rooms_offer_an_act_of_the_same_name_or_place() {
        let acts = acts(&rooms()).0;
        let names: BTreeSet<_> = acts.iter().map(|rule| rule.name).collect();
        let orders: BTreeSet<_> = acts.iter().map(|rule| rule.order).collect();
        assert_eq!((names.len(), orders.len()), (acts.len(), acts.len()), "{acts:?}");
    }
}
