//! Folders and repositories by a word of their names: what lies in them is found by it, too.
//!
//! Only those count that the asker sees: a search must not tell the names of others. Where most of the newest ones with
//! the word are hidden, they are looked for among the folders that the asker sees into.

use db::{Conn, Engine, Value};
use nodes::READY;
use primitives::{NodeId, TenantId, fold, ngrams_of_term};
use security::{Access, PrincipalScope};

use super::hits::SELDOM;
use super::names::Names;
use crate::Result;

/// So many are found.
const ENOUGH: usize = 12;
/// So many are checked in one step.
const LOOKED_AT: usize = 48;

/// The places with the word in their name that the asker sees: repositories, and the newest folders.
pub(super) fn places_named(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    word: &str,
) -> Result<Vec<NodeId>> {
    let names = Names::with(&[word.to_owned()]);
    let (mut before, mut looked_at) = (i64::MAX, 0);
    let repositories = repositories_named(conn, scope.tenant, word)?;
    let mut found = visible(conn, access, scope, repositories)?;
    loop {
        let some = newest_named(conn, scope.tenant, &names, before)?;
        looked_at += some.len();
        let (last, all) = (some.last().copied(), some.len() < LOOKED_AT);
        found.extend(visible(conn, access, scope, some)?);
        let Some(last) = last.filter(|_| !all && found.len() < ENOUGH) else { break };
        before = last.0;
        if found.len() * SELDOM < looked_at
            && let Some(open) = among_open(conn, access, scope, &names, before)?
        {
            found.extend(visible(conn, access, scope, open)?);
            break;
        }
    }
    found.truncate(ENOUGH);
    Ok(found)
}

fn visible(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    places: Vec<NodeId>,
) -> Result<Vec<NodeId>> {
    if places.is_empty() {
        return Ok(places);
    }
    let seen = access.visible_folders(conn, scope, &places)?;
    Ok(places.into_iter().filter(|place| seen.contains(place)).collect())
}

/// A tenant has few repositories.
fn repositories_named(conn: &mut Conn<'_>, tenant: TenantId, word: &str) -> db::Result<Vec<NodeId>> {
    let sql = "SELECT n.node_id, n.name
               FROM content_repository r
               JOIN nodes_node n ON n.node_id = r.node_id
               WHERE r.tenant_id = $1
               ORDER BY n.node_id DESC";
    let all = conn.rows(sql, &[Value::from(tenant)], |row| Ok((row.get(0)?, row.get::<String>(1)?)))?;
    Ok(all.into_iter().filter(|(_, name)| fold(name).contains(word)).map(|(node, _)| node).collect())
}

/// The newest folders with the word, visible or not.
fn newest_named(conn: &mut Conn<'_>, tenant: TenantId, names: &Names, before: i64) -> db::Result<Vec<NodeId>> {
    let most = i64::try_from(LOOKED_AT).unwrap_or(i64::MAX);
    let word = names.parts.first().map_or("", String::as_str);
    let mut values = vec![Value::from(tenant), before.into(), most.into()];
    let ngrams = ngrams_of_term(tenant, word).join(" AND ");
    let (sql, named) = match conn.engine() {
        Engine::Sqlite => {
            values.push(Value::from(&ngrams));
            let sql = "SELECT n.node_id FROM content_search_place p CROSS JOIN nodes_node n
                       WHERE content_search_place MATCH $4 AND p.rowid < $2 AND n.node_id = p.rowid AND n.tenant_id = $1";
            (sql, names.condition("fold(n.name)", 5))
        }
        Engine::Postgres => {
            let shortest = i64::try_from(word.chars().count().min(3)).unwrap_or(3);
            values.extend([Value::from(word), shortest.into()]);
            let sql = "SELECT n.node_id FROM content_search_place p JOIN nodes_node n ON n.node_id = p.node_id
                       WHERE content_pieces(p.tenant_id, p.folded, 1) @> content_pieces($1, $4, $5)
                         AND p.tenant_id = $1 AND p.node_id < $2";
            (sql, names.condition("p.folded", 6))
        }
    };
    values.extend(names.values());
    let order = if conn.engine() == Engine::Sqlite { "p.rowid" } else { "p.node_id" };
    let sql = format!("{sql} AND n.state = {READY} AND {named} ORDER BY {order} DESC LIMIT $3");
    conn.rows(&sql, &values, |row| row.get(0))
}

/// The newest such folders among those that the set sees into. None while a propagation is pending.
fn among_open(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    names: &Names,
    before: i64,
) -> Result<Option<Vec<NodeId>>> {
    let Some(folders) = access.folders_to_see_into(conn, scope, "$1")? else { return Ok(None) };
    let (from, folded) = match conn.engine() {
        Engine::Sqlite => ("CROSS JOIN nodes_node n WHERE n.node_id = f.node_id", "fold(n.name)"),
        Engine::Postgres => (
            "JOIN content_search_place p ON p.node_id = f.node_id JOIN nodes_node n ON n.node_id = f.node_id WHERE TRUE",
            "p.folded",
        ),
    };
    let sql = format!(
        "SELECT DISTINCT n.node_id FROM ({folders}) f {from} AND n.kind = 1 AND n.state = {READY} AND n.node_id < $2 AND {}
         ORDER BY n.node_id DESC LIMIT $3",
        names.condition(folded, 4)
    );
    let most = i64::try_from(LOOKED_AT).unwrap_or(i64::MAX);
    let mut values = vec![Value::from(scope.set), before.into(), most.into()];
    values.extend(names.values());
    Ok(Some(conn.rows(&sql, &values, |row| row.get(0))?))
}
