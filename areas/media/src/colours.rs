//! Pictures that were drawn before anybody looked for their leading colours, for all of these, or for what they look like,
//! are looked at in a picture that is kept, little by little.

use db::Tx;
use previews::{Bounds, Rendered};

use crate::outcome::{Facts, leading, likeness_of};
use crate::renewal::Progress;
use crate::size::Size;
use crate::{Media, store};

/// Pictures at a time.
const BATCH: i64 = 50;
/// What is drawn meanwhile is thrown away.
const TINY: Bounds = Bounds::square(64);

/// Looks at the next few.
pub(crate) async fn find_colours((media, progress): (Media, Progress)) -> db::Result<()> {
    let Some(after) = progress.come_to() else { return Ok(()) };
    let hashes = media.db.read(move |c| store::not_looked_at(c, &after, BATCH)).await?;
    let last = hashes.last().map(|(hash, _)| hash.clone());
    let mut found = Vec::new();
    for (hash, scales) in hashes {
        if let Some(seen) = look_at(&media, &hash).await {
            found.push((hash, (leading(seen.colours, scales), likeness_of(seen.likeness, scales))));
        }
    }
    if !found.is_empty() {
        let recorded = move |tx: &mut Tx<'_>| found.iter().try_for_each(|(hash, looks)| record(tx, hash, *looks));
        media.db.write(recorded).await?;
    }
    progress.go_on_from(last);
    Ok(())
}

/// None if the picture cannot be looked at now: it is tried again after the next start.
async fn look_at(media: &Media, hash: &str) -> Option<Rendered> {
    let (renditions, worker, hash) = (media.renditions.clone(), media.worker.clone(), hash.to_owned());
    let looked = tokio::task::spawn_blocking(move || {
        renditions.take(&hash, Size::LARGE).ok()?;
        let (kept, bench) = (renditions.path(&hash, Size::LARGE), renditions.bench().ok()?);
        previews::render_one(&worker, &kept, "image/webp", bench.path(), TINY).ok()
    });
    looked.await.ok().flatten()
}

fn record(tx: &mut Tx<'_>, hash: &str, (colours, likeness): (i64, i64)) -> db::Result<()> {
    if !store::set_looks(tx, hash, (colours, likeness))? {
        return Ok(());
    }
    let files: Vec<_> = nodes::of_content(tx, hash)?.into_iter().map(|(node, _)| node).collect();
    nodes::set_properties(tx, &files, &[Facts::colours_property(Some(colours))])
}
