//! The days before the demonstration began: what its people opened, chose as favourites, and shared with each other.

use anyhow::Context;
use db::{Tx, params};
use primitives::{NodeId, NodeRole, Seconds, UserId};
use security::{GrantAccess, NewGrant, Principal};

use super::files::{Drawn, actor};
use super::organisation::Demonstration;
use crate::app::App;

const MINUTE: Seconds = 60;
const HOUR: Seconds = 60 * MINUTE;
const DAY: Seconds = 24 * HOUR;

const SUMMER: &str = "Campaigns/Summer 2026 – Luz de Verão";
const COFFEE: &str = "Product photography/Coffee";
const CARE: &str = "Product photography/Care & candles";
const GUIDELINES: &str = "Brand guidelines";
const TEXTURES: &str = "Brand guidelines/Textures";
const SOCIAL: &str = "Social media";
const RETAIL: &str = "Retail & POS";

/// What was opened: a folder, or a file in it, how long ago, and at which page.
type Visit = (&'static str, Option<&'static str>, Seconds, Option<i64>);
type Favourite = (&'static str, Option<&'static str>);

const OF_ANA: [Visit; 7] = [
    (SUMMER, None, 2 * DAY, None),
    (COFFEE, Some("Flat white, oak table.jpg"), 40 * MINUTE, None),
    (GUIDELINES, Some("Brand book 2026.pdf"), 26 * HOUR, Some(5)),
    (CARE, None, 3 * HOUR, None),
    (SOCIAL, Some("Story loop – sunrise.gif"), 5 * HOUR, None),
    (TEXTURES, Some("Leaves – jade.jpg"), 2 * DAY, None),
    (COFFEE, None, 3 * DAY, None),
];
const OF_MARCOS: [Visit; 4] = [
    (CARE, None, DAY, None),
    (SUMMER, Some("São Sebastião, fim de tarde.jpg"), 3 * HOUR, None),
    (GUIDELINES, Some("Brand book 2026.pdf"), 2 * DAY, Some(9)),
    (SOCIAL, None, 2 * DAY, None),
];
const OF_JULIA: [Visit; 3] = [
    (SUMMER, None, DAY, None),
    (SUMMER, Some("Citrus table 01.jpg"), 2 * HOUR, None),
    (GUIDELINES, Some("Brand book 2026.pdf"), 4 * HOUR, Some(2)),
];
const OF_RAFAEL: [Visit; 2] =
    [(RETAIL, None, DAY, None), (RETAIL, Some("Store façade – concept A.jpg"), 3 * HOUR, None)];

const LIKED_BY_ANA: [Favourite; 8] = [
    (TEXTURES, Some("Silk 01.jpg")),
    (CARE, Some("CL-1042 on blue.jpg")),
    (SUMMER, Some("Key visual – beach at six.jpg")),
    (SUMMER, None),
    (COFFEE, Some("Flat white, two colours.jpg")),
    (SUMMER, Some("Citrus table 01.jpg")),
    (RETAIL, Some("Dunes mural.jpg")),
    (TEXTURES, Some("Leaves – verde profundo.jpg")),
];
const LIKED_BY_MARCOS: [Favourite; 3] =
    [(COFFEE, Some("Espresso from above.jpg")), (SOCIAL, None), (SUMMER, Some("Harbour_morning_0412.jpg"))];
const LIKED_BY_JULIA: [Favourite; 2] =
    [(SUMMER, Some("São Sebastião, fim de tarde.jpg")), (COFFEE, Some("Flat white, oak table.jpg"))];

pub(super) async fn fill(app: &App, demo: &Demonstration, drawn: &Drawn) -> anyhow::Result<()> {
    let Some(people) = demo.colleagues else { return Ok(()) };
    let now = app.clock.now();
    let opened: [(UserId, &[Visit]); 4] =
        [(demo.admin, &OF_ANA), (people.marcos, &OF_MARCOS), (people.julia, &OF_JULIA), (people.rafael, &OF_RAFAEL)];
    let liked: [(UserId, &[Favourite]); 3] =
        [(demo.admin, &LIKED_BY_ANA), (people.marcos, &LIKED_BY_MARCOS), (people.julia, &LIKED_BY_JULIA)];
    let folders = drawn.clone();
    let noted = app.db.write(move |tx| {
        for (who, visits) in opened {
            for (folder, file, before, page) in visits {
                let node = find(tx, *folders.get(folder).context(*folder)?, *file)?;
                home::note_visit(tx, who, node, *page, now - before)?;
            }
        }
        for (who, favourites) in liked {
            for (age, (folder, file)) in favourites.iter().enumerate() {
                let node = find(tx, *folders.get(folder).context(*folder)?, *file)?;
                home::choose_favourite(tx, who, node, now - DAY + Seconds::try_from(age)?)?;
            }
        }
        Ok::<_, anyhow::Error>(())
    });
    noted.await?;
    let at = |path| drawn.get(path).copied().with_context(|| format!("no folder {path}"));
    share(app, demo.admin, at(TEXTURES)?, people.marcos, NodeRole::Manager).await?;
    share(app, people.marcos, at(TEXTURES)?, demo.admin, NodeRole::Reader).await?;
    share(app, demo.admin, at(RETAIL)?, people.julia, NodeRole::Reader).await
}

/// The folder, or the file of this name in it.
fn find(tx: &mut Tx<'_>, folder: NodeId, file: Option<&str>) -> anyhow::Result<NodeId> {
    let Some(name) = file else { return Ok(folder) };
    let sql = "SELECT node_id FROM nodes_node WHERE parent_id = $1 AND name = $2";
    tx.find(sql, params![folder, name], |row| row.get(0))?.with_context(|| format!("no file {name}"))
}

async fn share(app: &App, from: UserId, node: NodeId, to: UserId, role: NodeRole) -> anyhow::Result<()> {
    let (giver, now) = (actor(&app.db, from).await?, app.clock.now());
    let shared = security::write(&app.db, &giver, move |tx, access| {
        let permit = access.authorize::<GrantAccess>(tx, node)?;
        let new = NewGrant { principal: Principal::User(to), role, recursive: true };
        security::grant(tx, &permit, access.actor(), new, now)
    });
    Ok(shared.await?)
}
