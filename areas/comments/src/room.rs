//! Describes this room to the program.

use audit::OpenActs;
use db::Migrations;
use notifications::PublicUrl;
use room::{Opened, Room};

use crate::status::addition;
use crate::{ACTS, Comments, bell, emails, routes};

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("comments", 7, ["0390_comments", "0461_open_threads_and_pins"])
        .and(content::migrations())
        .and(notices::migrations())
}

pub fn room() -> Room {
    Room::new("comments", 7)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_acts(ACTS)
        .with(addition())
        .with_each(bell::kinds())
        .with(OpenActs(&["comment_create", "comment_answer", "comment_resolve"]))
        .opening(|deps| {
            Box::pin(async move {
                let PublicUrl(url) = deps.get()?;
                let comments = Comments::new(deps.db.clone(), deps.clock.clone(), &url);
                let jobs = vec![emails::kind(&comments)];
                Ok(Opened { routes: routes(comments), jobs, ..Opened::default() })
            })
        })
}
