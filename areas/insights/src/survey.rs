//! Once a day each tenant is surveyed: its sums are made up, what is old is forgotten, and its files are looked
//! through, some at a time. One process does it; another one takes over if that dies.

mod claim;
mod files;
mod folders;
mod forget;
mod found;
mod keep;
mod months;
mod moved;
mod sums;

use primitives::Seconds;

use self::claim::Claimed;
use crate::Insights;
use crate::days::Day;

/// Surveys the tenants that were not surveyed today.
pub(crate) async fn make_due(insights: &Insights) -> db::Result<()> {
    let now = insights.clock.now();
    claim::know_new(&insights.db, now).await?;
    while let Some(claimed) = claim::next(&insights.db, now).await? {
        survey(insights, claimed, now).await?;
    }
    forget::links(&insights.db, Day::of(now)).await
}

async fn survey(insights: &Insights, claimed: Claimed, now: Seconds) -> db::Result<()> {
    let (db, Claimed { tenant, summed_to, survey }, today) = (&insights.db, claimed, Day::of(now));
    sums::make_up(db, tenant, (summed_to, today)).await?;
    months::fold(db, tenant, today).await?;
    forget::days(db, tenant, today).await?;
    // What a survey that was broken off has written.
    forget::surveys_but(db, tenant, survey).await?;
    let found = files::look_through(db, tenant, today).await?;
    keep::store(db, tenant, survey + 1, &found).await?;
    claim::end(db, Claimed { summed_to: today, survey: survey + 1, tenant }, now).await?;
    forget::surveys_but(db, tenant, survey + 1).await
}
