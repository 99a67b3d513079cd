//! `GET rendition/alike/{node_id}`: pictures that look like a picture: of another size, format, or quality, or a little
//! changed.
//!
//! What a picture looks like are 64 bits. Those that differ in few of them are found by four equal parts of these, of
//! which one is the same; a part that most plain pictures have finds nothing. They say nothing of colours: those whose mean
//! colours are far apart do not look alike. Of what is alike in any tenant, the files that
//! the asker sees are looked for, the most alike first, until there are enough: what they do not see takes no place.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::State;
use content::{Entry, entries_of};
use db::{Conn, Engine, Value, params};
use nodes::in_list;
use primitives::{AppInstanceId, NodeId, TenantId};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Serialize;

use crate::acts::Preview as Look;
use crate::{DEFINITION, Media, store};

/// So many are told.
const MOST: usize = 12;
/// Two that differ in more bits do not look alike.
const DIFFERING: u32 = 8;
/// Nor do two whose tints differ by more; a tint has two numbers from -1 to 1.
const TINTS_APART: f32 = 0.35;
/// A picture with less has no colour to speak of. It may be another one in black and white.
const LEAST_TINT: f32 = 0.08;
/// So many contents of one part are compared, in any tenant.
const COMPARED: i64 = 20_000;
/// Files of so many contents are looked for at once, and of so many in all.
const AT_ONCE: usize = 64;
const CONTENTS: usize = 4_096;
/// Files of one content that the asker sees: some may lie in a folder that hides them.
const FILES: i64 = 24;
const TIMEOUT: Duration = Duration::from_secs(2);

/// The parts of what a picture looks like, as the indexes have them.
const PARTS: [(&str, u32); 4] = [
    ("(likeness & 65535)", 0),
    ("((likeness >> 16) & 65535)", 16),
    ("((likeness >> 32) & 65535)", 32),
    ("((likeness >> 48) & 65535)", 48),
];

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AlikeEntries {
    /// At most 12, the most alike first. Files with the same content are not among them.
    #[schema(max_items = 12)]
    items: Vec<Entry>,
}

/// Lists pictures that look like a picture, as far as the asker sees them.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/rendition/alike/{node_id}", tag = "content",
    operation_id = "rendition_alike",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = AlikeEntries, description = "The pictures")))]
pub async fn alike(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<AlikeEntries>, Problem> {
    let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| {
        let file = access.find_visible(c, node)?;
        file.permit::<Look>()?;
        c.within(TIMEOUT, |c| of_content(c, access, (file.node.tenant, file.node.facts.hash.as_deref())))
    };
    Ok(Json(security::read_long(&media.db, &actor, ask).await?))
}

fn of_content(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (tenant, hash): (TenantId, Option<&str>),
) -> content::Result<AlikeEntries> {
    let Some(hash) = hash else { return Ok(AlikeEntries { items: Vec::new() }) };
    let Some(facts) = store::find(conn, hash)?.map(|known| known.facts) else {
        return Ok(AlikeEntries { items: Vec::new() });
    };
    let Some(likeness) = facts.likeness.filter(|bits| *bits != 0) else {
        return Ok(AlikeEntries { items: Vec::new() });
    };
    let tint = tint(facts.placeholder.as_deref());
    let mut items = Vec::new();
    for contents in contents(conn, (hash, likeness, tint))?.chunks(AT_ONCE) {
        let files = files(conn, access, tenant, contents)?;
        for some in files.chunks(MOST) {
            items.extend(entries_of(conn, access, some)?);
            if items.len() >= MOST {
                items.truncate(MOST);
                return Ok(AlikeEntries { items });
            }
        }
    }
    Ok(AlikeEntries { items })
}

/// The contents that look most like one, the nearest first.
fn contents(conn: &mut Conn<'_>, (hash, likeness, own): (&str, i64, Option<Tint>)) -> db::Result<Vec<String>> {
    let mut found: HashMap<String, u32> = HashMap::new();
    for (part, shift) in PARTS {
        let value = (likeness >> shift) & 0xffff;
        // Plain parts of pictures are all alike.
        if value == 0 || value == 0xffff {
            continue;
        }
        let sql = format!(
            "SELECT content_hash, likeness, placeholder FROM media_rendition
             WHERE {part} = $1 AND likeness <> 0 AND definition_version = $2
             LIMIT $3"
        );
        // Most of them are not alike, and not kept.
        let compared = conn.rows(&sql, params![value, DEFINITION, COMPARED], |row| {
            let differing = (row.get::<i64>(1)? ^ likeness).count_ones();
            if differing > DIFFERING || are_apart(own, tint(row.get::<Option<String>>(2)?.as_deref())) {
                return Ok(None);
            }
            Ok(Some((row.get::<String>(0)?, differing)))
        });
        found.extend(compared?.into_iter().flatten().filter(|(other, _)| other != hash));
    }
    let mut found: Vec<(u32, String)> = found.into_iter().map(|(other, differing)| (differing, other)).collect();
    found.sort();
    found.truncate(CONTENTS);
    Ok(found.into_iter().map(|(_, other)| other).collect())
}

/// How yellow rather than blue a picture is, and how red rather than green.
type Tint = [f32; 2];

/// Of the mean colour, by which the placeholder begins.
fn tint(placeholder: Option<&str>) -> Option<Tint> {
    let [red, green, blue] = previews::mean_colour(placeholder?)?;
    let tint = [f32::midpoint(red, green) - blue, red - green];
    (tint[0].hypot(tint[1]) >= LEAST_TINT).then_some(tint)
}

fn are_apart(one: Option<Tint>, other: Option<Tint>) -> bool {
    let Some((one, other)) = one.zip(other) else { return false };
    (one[0] - other[0]).hypot(one[1] - other[1]) > TINTS_APART
}

/// The tenant's files with these contents that the asker sees, in the order of the contents: access is a condition of the
/// statement.
fn files(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    contents: &[String],
) -> security::Result<Vec<NodeId>> {
    let scope = access.scope(conn, tenant)?;
    let acl = access.acl_sql(conn, tenant)?;
    let hashes: Vec<&str> = contents.iter().map(String::as_str).collect();
    let (list, values) = in_list(4, &hashes);
    // SQLite would take the index of all tenants.
    let from = match conn.engine() {
        Engine::Sqlite => "nodes_node n INDEXED BY nodes_node_equal",
        Engine::Postgres => "nodes_node n",
    };
    let sql = format!(
        "SELECT seen.node_id, seen.content_hash
         FROM (
           SELECT n.node_id, n.content_hash,
             ROW_NUMBER() OVER (PARTITION BY n.content_hash ORDER BY n.node_id) AS place
           FROM {from} {}
           WHERE n.tenant_id = $2 AND n.content_hash IN ({list}) AND n.state = {} AND n.kind = 2 AND n.size_bytes > 0
             AND {} IS NOT NULL
         ) seen
         WHERE seen.place <= $3",
        security::JOINED,
        nodes::READY,
        scope.role("$1", &format!("({acl})"))
    );
    let first = [Value::from(scope.set), Value::from(tenant), Value::from(FILES)];
    let values: Vec<_> = first.into_iter().chain(values).collect();
    let mut found = conn.rows(&sql, &values, |row| Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?)))?;
    let place: HashMap<&str, usize> = hashes.iter().enumerate().map(|(at, hash)| (*hash, at)).collect();
    found.sort_by_key(|(node, hash)| (place.get(hash.as_str()).copied(), *node));
    Ok(found.into_iter().map(|(node, _)| node).collect())
}
