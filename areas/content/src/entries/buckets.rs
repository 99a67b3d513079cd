//! `GET entry/buckets/{node_id}`: where the letters or the months of a long list begin, so that a page can jump there.
//!
//! Nothing is read that the list itself would not show. What shares the folder's access is counted in the index of the
//! list's order, stretch by stretch; of the others, those that the asker does not see are subtracted one by one.

mod index;
mod singles;
mod stretch;

use axum::extract::State;
use db::{Conn, Value};
use nodes::READY;
use primitives::{AppInstanceId, Cursor, NodeId, NodeKind};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use self::singles::with_acl;
use self::stretch::{Place, Scale, Stretch};
use super::list::folder_of;
use super::model::Order;
use super::store::KINDS;
use crate::{Content, Result};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct BucketsQuery {
    /// That of the list. By size there are no buckets.
    #[param(inline, value_type = Order, required = false)]
    order: Option<Order>,
    /// Minutes that the asker's clock is ahead of UTC, -840 to 840: months begin by it.
    #[param(minimum = -840, maximum = 840)]
    utc_offset: Option<i64>,
    /// Whether days are told apart, if there are fewer than 120 of them.
    #[serde(default)]
    #[param(required = false)]
    days: bool,
    /// An entry of the list, whose place is looked for.
    #[param(value_type = i64, required = false)]
    at: Option<NodeId>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Buckets {
    /// In the order of the list; empty if the list is not by name or time, or if too many entries have an access of
    /// their own.
    pub items: Vec<Bucket>,
    /// How many entries of the list stand before `at`; null if the list does not have it, or has no buckets.
    pub index: Option<i64>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Bucket {
    /// Folders stand before files.
    pub node_type: NodeKind,
    /// The first character of the folded names, `0` for all numbers; or the day, `2026-11-28`; or the month, `2026-11`; or
    /// the year, `2026`, of a list over many years; or `undated` of files without a date in a list by dates.
    pub key: String,
    /// How many entries the asker sees in it.
    pub count: i64,
    /// Send it to the list as `after` to get a page that begins with this bucket.
    pub after: String,
}

/// Lists where the letters or months of a list begin.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/entry/buckets/{node_id}", tag = "content",
    operation_id = "entry_buckets",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), BucketsQuery),
    responses((status = OK, body = Buckets, description = "The buckets")))]
pub async fn buckets(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<BucketsQuery>,
) -> Result<Json<Buckets>, Problem> {
    let order = query.order.unwrap_or_default();
    let ahead = query.utc_offset.unwrap_or(0);
    if !(-840..=840).contains(&ahead) {
        return Err(Problem::invalid("utc_offset", "invalid"));
    }
    let divided = Divided { order, ahead: ahead * 60, days: query.days };
    let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| of_folder(c, access, node, divided, query.at);
    Ok(Json(security::read_long(&content.db, &actor, ask).await?))
}

/// By what a list is divided.
#[derive(Clone, Copy, Debug)]
struct Divided {
    order: Order,
    /// The asker's clock, in seconds.
    ahead: i64,
    days: bool,
}

/// So many stretches of one kind are told apart: ten years of months, and what has no date; the last one has the rest.
const MOST_STRETCHES: usize = 121;
/// Fewer days than these are told apart.
const MOST_DAYS: usize = 120;

fn of_folder(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    node: NodeId,
    divided: Divided,
    at: Option<NodeId>,
) -> Result<Buckets> {
    let order = divided.order;
    let none = Buckets { items: Vec::new(), index: None };
    let seen = access.find_visible(conn, node)?;
    let folder = folder_of(conn, access, &seen)?;
    if order.by_size() {
        return Ok(none);
    }
    let Some(singles) = with_acl(conn, seen.scope, folder, order)? else { return Ok(none) };
    let mut items = Vec::new();
    for kind in KINDS {
        let singles: Vec<&Place> = singles.iter().filter(|of| of.kind == kind).map(|single| &single.place).collect();
        let divided = Divided { order: order.of_kind(kind), ..divided };
        let list = List { folder: folder.id, kind, divided };
        let counted = if folder.role.is_some() { list.counted(conn, &singles)? } else { list.gathered(&singles) };
        let bucket = |(stretch, count): (Stretch, i64)| Bucket {
            node_type: kind,
            count,
            after: stretch.cursor(kind, order.is_descending()).encode(),
            key: stretch.key,
        };
        items.extend(counted.into_iter().map(bucket));
    }
    let index = at.map(|at| index::of(conn, seen.scope, folder, order, &singles, at)).transpose()?.flatten();
    Ok(Buckets { items, index })
}

/// The entries of one kind in a folder.
struct List {
    folder: NodeId,
    kind: NodeKind,
    divided: Divided,
}

impl List {
    /// Counts the stretches in the index, without `unseen`. Only what the asker sees decides how the list is divided.
    fn counted(&self, conn: &mut Conn<'_>, unseen: &[&Place]) -> db::Result<Vec<(Stretch, i64)>> {
        let mut unseen = unseen.to_vec();
        unseen.sort_unstable();
        let Divided { order, ahead, days } = self.divided;
        if days && !order.by_text() {
            let days = self.walked(conn, Scale::Days { ahead }, None, &unseen)?;
            if days.len() < MOST_DAYS {
                return Ok(self.in_order(days));
            }
        }
        let coarse = if order.by_text() { Scale::Letters } else { Scale::Years { ahead } };
        let mut stretches = self.walked(conn, coarse, None, &unseen)?;
        let Some(first) = stretches.first().map(|(stretch, _)| stretch.begin.clone()) else { return Ok(Vec::new()) };
        let begins: Vec<&Place> = stretches.iter().map(|(stretch, _)| &stretch.begin).collect();
        let fine = self.scale(&begins);
        if fine != coarse {
            stretches = self.walked(conn, fine, Some(&first), &unseen)?;
        }
        Ok(self.in_order(stretches))
    }

    /// The stretches that have something which is not `unseen`, from the first or from a place on. `unseen` is in order.
    fn walked(
        &self,
        conn: &mut Conn<'_>,
        scale: Scale,
        from: Option<&Place>,
        unseen: &[&Place],
    ) -> db::Result<Vec<(Stretch, i64)>> {
        let mut stretches = Vec::new();
        let mut next = self.first_from(conn, from)?;
        while let Some(place) = next {
            let mut stretch = scale.stretch_at(&place);
            let mut count = self.count(conn, &stretch)? - hidden(&stretch, unseen);
            if count > 0 && stretches.len() + 1 == MOST_STRETCHES {
                stretch.end = None;
                count = self.count(conn, &stretch)? - hidden(&stretch, unseen);
            }
            next = match &stretch.end {
                Some(end) => self.first_from(conn, Some(end))?,
                None => None,
            };
            if count > 0 {
                stretches.push((stretch, count));
            }
        }
        Ok(stretches)
    }

    /// The stretches of these entries.
    fn gathered(&self, seen: &[&Place]) -> Vec<(Stretch, i64)> {
        let mut places = seen.to_vec();
        places.sort();
        let days = Scale::Days { ahead: self.divided.ahead };
        let asks_days = self.divided.days && !self.divided.order.by_text();
        let scale = Some(days).filter(|days| asks_days && are_few(*days, &places)).unwrap_or(self.scale(&places));
        let mut stretches: Vec<(Stretch, i64)> = Vec::new();
        for place in places {
            match stretches.last_mut() {
                Some((stretch, count)) if stretch.has(place) => *count += 1,
                _ => {
                    let mut stretch = scale.stretch_at(place);
                    if stretches.len() + 1 == MOST_STRETCHES {
                        stretch.end = None;
                    }
                    stretches.push((stretch, 1));
                }
            }
        }
        self.in_order(stretches)
    }

    fn in_order(&self, mut stretches: Vec<(Stretch, i64)>) -> Vec<(Stretch, i64)> {
        if self.divided.order.is_descending() {
            stretches.reverse();
        }
        stretches
    }

    /// How a list over these places, which are in order, is divided.
    fn scale(&self, places: &[&Place]) -> Scale {
        let mut dated = places.iter().filter(|place| !place.is_undated());
        match (dated.next(), dated.next_back()) {
            (Some(Place::Name(_)), _) => Scale::Letters,
            (Some(Place::Time(first)), Some(Place::Time(last))) => Scale::of_times(*first, *last, self.divided.ahead),
            _ => Scale::Months { ahead: self.divided.ahead },
        }
    }

    /// The first entry of all, or the first at or beyond a place.
    fn first_from(&self, conn: &mut Conn<'_>, from: Option<&Place>) -> db::Result<Option<Place>> {
        let by = self.divided.order.by();
        let beyond = if from.is_some() { format!("AND {by} >= $2") } else { String::new() };
        let sql = format!(
            "SELECT {by} FROM nodes_node n
             WHERE n.parent_id = $1 AND n.state = {READY} AND n.kind = {} {beyond}
             ORDER BY {by}
             LIMIT 1",
            self.kind.code()
        );
        let values: Vec<Value<'_>> = std::iter::once(Value::from(self.folder)).chain(from.map(value_of)).collect();
        let by_name = self.divided.order.by_text();
        conn.find(&sql, &values, |row| Ok(if by_name { Place::Name(row.get(0)?) } else { Place::Time(row.get(0)?) }))
    }

    fn count(&self, conn: &mut Conn<'_>, stretch: &Stretch) -> db::Result<i64> {
        let by = self.divided.order.by();
        let until = if stretch.end.is_some() { format!("AND {by} < $3") } else { String::new() };
        let sql = format!(
            "SELECT COUNT(*) FROM nodes_node n
             WHERE n.parent_id = $1 AND n.state = {READY} AND n.kind = {} AND {by} >= $2 {until}",
            self.kind.code()
        );
        let values: Vec<Value<'_>> = [Value::from(self.folder), value_of(&stretch.begin)]
            .into_iter()
            .chain(stretch.end.as_ref().map(value_of))
            .collect();
        conn.get(&sql, &values, |row| row.get(0))
    }
}

/// Whether these places, in their order, lie in few enough stretches.
fn are_few(scale: Scale, places: &[&Place]) -> bool {
    let mut keys: Vec<String> = places.iter().map(|place| scale.stretch_at(place).key).collect();
    keys.dedup();
    keys.len() < MOST_DAYS
}

/// How many of `unseen`, which are in their order, lie in a stretch.
fn hidden(stretch: &Stretch, unseen: &[&Place]) -> i64 {
    let begin = unseen.partition_point(|place| **place < stretch.begin);
    let end = stretch.end.as_ref().map_or(unseen.len(), |end| unseen.partition_point(|place| *place < end));
    i64::try_from(end.saturating_sub(begin)).unwrap_or(i64::MAX)
}

fn value_of(place: &Place) -> Value<'_> {
    match place {
        Place::Name(name) => Value::Text(name),
        Place::Time(time) => Value::Int(*time),
    }
}

impl Stretch {
    /// The place in the list that lies just before the stretch.
    fn cursor(&self, kind: NodeKind, descending: bool) -> Cursor {
        let from = if descending { self.end.as_ref() } else { Some(&self.begin) };
        let (text, number) = match from {
            Some(Place::Name(name)) => (name.clone(), 0),
            Some(Place::Time(time)) => (String::new(), *time),
            // Beyond every name and every time.
            None => (char::MAX.to_string(), i64::MAX),
        };
        Cursor { kind: kind.code(), text, number, id: 0 }
    }
}
