//! Describes this room to the program.

use std::time::Duration;

use ::events::Listener;
use content::UseListener;
use db::Migrations;
use rates::Rates;
use room::{Ending, Metric, Opened, Room, Schedule};
use secrets::Secrets;

use crate::counting::Counts;
use crate::{ACTS, Insights, repositories, routes, survey};

const METRICS: [Metric; 1] =
    [Metric::counter("insights_uses_dropped_total", "Uses that were not counted: too many waited to be written.")];
const EVERY: Duration = Duration::from_secs(600);

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("insights", 9, ["0490_uses", "0491_surveys"]).and(links::migrations()).and(rates::migrations())
}

pub fn room() -> Room {
    let counts = Counts::default();
    let hearing = counts.clone();
    Room::new("insights", 9)
        .with_migrations(migrations())
        .with_listeners([Listener::to(repositories::changed)])
        .with_acts(ACTS)
        .with_metrics(METRICS)
        .with(UseListener::new(move |db, used| hearing.hear(db, used)))
        .opening(move |deps| {
            let counts = counts.clone();
            Box::pin(async move {
                let rates = Rates::new(deps.db.clone(), deps.clock.clone(), &deps.get::<Secrets>()?);
                counts.count_together(&rates);
                let insights = Insights { db: deps.db.clone(), clock: deps.clock.clone(), counts };
                deps.put(insights.clone())?;
                let (schedules, endings) = (vec![summing(&insights)], vec![writing(&insights)]);
                let jobs = vec![repositories::taking_along(&insights)];
                Ok(Opened { routes: routes(insights), schedules, endings, jobs, ..Opened::default() })
            })
        })
}

fn writing(insights: &Insights) -> Ending {
    let writing = async |insights: Insights| insights.counts.write(&insights.db).await;
    Ending::new("The last uses of entries are not counted", insights, writing)
}

fn summing(insights: &Insights) -> Schedule {
    let summing = async |insights: Insights| {
        insights.counts.write(&insights.db).await?;
        survey::make_due(&insights).await
    };
    Schedule::every(EVERY, "Uses of entries are summed up later", insights, summing)
}
