//! Pictures that were drawn before anybody looked for their leading colours, or for all of these, get them from a picture
//! that is kept, little by little.

use db::Tx;
use previews::Bounds;

use crate::outcome::{Facts, leading};
use crate::renewal::Progress;
use crate::size::Size;
use crate::{Media, store};

/// Pictures at a time.
const BATCH: i64 = 50;
/// What is drawn meanwhile is thrown away.
const TINY: Bounds = Bounds::square(64);

/// Looks for the colours of the next few.
pub(crate) async fn find_colours((media, progress): (Media, Progress)) -> db::Result<()> {
    let Some(after) = progress.come_to() else { return Ok(()) };
    let hashes = media.db.read(move |c| store::without_colours(c, &after, BATCH)).await?;
    let last = hashes.last().map(|(hash, _)| hash.clone());
    let mut found = Vec::new();
    for (hash, scales) in hashes {
        if let Some(bits) = look_at(&media, &hash).await {
            found.push((hash, leading(bits, scales)));
        }
    }
    if !found.is_empty() {
        let recorded = move |tx: &mut Tx<'_>| found.iter().try_for_each(|(hash, colours)| record(tx, hash, *colours));
        media.db.write(recorded).await?;
    }
    progress.go_on_from(last);
    Ok(())
}

/// None if the picture cannot be looked at now: it is tried again after the next start.
async fn look_at(media: &Media, hash: &str) -> Option<u16> {
    let (renditions, worker, hash) = (media.renditions.clone(), media.worker.clone(), hash.to_owned());
    let looked = tokio::task::spawn_blocking(move || {
        renditions.take(&hash, Size::LARGE).ok()?;
        let (kept, bench) = (renditions.path(&hash, Size::LARGE), renditions.bench().ok()?);
        previews::render_one(&worker, &kept, "image/webp", bench.path(), TINY).ok()
    });
    looked.await.ok().flatten().map(|seen| seen.colours)
}

fn record(tx: &mut Tx<'_>, hash: &str, colours: i64) -> db::Result<()> {
    if !store::set_colours(tx, hash, colours)? {
        return Ok(());
    }
    let files: Vec<_> = nodes::of_content(tx, hash)?.into_iter().map(|(node, _)| node).collect();
    nodes::set_properties(tx, &files, &[Facts::colours_property(Some(colours))])
}
