//! `GET insights/repository/{node_id}/export`: a list as a file for spreadsheets.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use content::Entry;
use db::Conn;
use primitives::{AppInstanceId, Cursor, NodeId, Seconds};
use rest::{CurrentUser, Path, Problem, Query, csv_cell};
use security::Access;
use serde::Deserialize;

use super::asked::{InsightsPeriod, InsightsUse};
use super::repository::{Repository, TIMEOUT};
use super::used::Wanted;
use super::{links, over_time, storage, unused, used};
use crate::Insights;
use crate::days::Day;

/// Lines of a list of entries.
const MOST: usize = 1_000;
/// So many entries are read at once.
const STEP: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InsightsList {
    OverTime,
    Used,
    Unused,
    Folders,
    People,
    Links,
}

#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct InsightsExport {
    #[param(inline)]
    list: InsightsList,
    /// The last 7, 30, 90 or 365 days; 30 if it is not given.
    #[param(inline)]
    period: Option<InsightsPeriod>,
    /// Of what is used most: what counts. `views` if it is not given.
    #[param(inline)]
    by: Option<InsightsUse>,
}

/// A list of the insights of a repository as CSV (RFC 4180, UTF-8, with a header line); of entries, the first 1000.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/insights/repository/{node_id}/export", tag = "insights",
    operation_id = "insights_export",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path, description = "The repository's node"),
        InsightsExport),
    responses((status = OK, description = "The file", body = String, content_type = "text/csv")))]
pub(crate) async fn export(
    State(insights): State<Insights>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(asked): Query<InsightsExport>,
) -> Result<(HeaderMap, String), Problem> {
    let now = insights.clock.now();
    let read = security::read_long(&insights.db, &actor, move |c, access| {
        let repository = Repository::find(c, access, node)?;
        c.within(TIMEOUT, |c| table(c, access, repository, (asked, now)))
    });
    let text = read.await?.text();
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"insights.csv\""),
        (CACHE_CONTROL, "no-store"),
    ];
    Ok((headers.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value))).collect(), text))
}

/// Lines of cells.
struct Csv(Vec<Vec<String>>);

impl Csv {
    fn new(head: &[&str]) -> Self {
        Self(vec![head.iter().map(|&name| name.to_owned()).collect()])
    }

    fn with(mut self, lines: impl IntoIterator<Item = Vec<String>>) -> Self {
        self.0.extend(lines);
        self
    }

    /// The byte order mark at its beginning tells spreadsheets that it is UTF-8.
    fn text(self) -> String {
        let line = |cells: Vec<String>| cells.iter().map(|cell| csv_cell(cell)).collect::<Vec<_>>().join(",") + "\r\n";
        std::iter::once("\u{feff}".to_owned()).chain(self.0.into_iter().map(line)).collect()
    }
}

fn table(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    repository: Repository,
    (asked, now): (InsightsExport, Seconds),
) -> content::Result<Csv> {
    let before = asked.period.unwrap_or_default().period().after(Day::of(now));
    match asked.list {
        InsightsList::OverTime => {
            let days = over_time::days(conn, repository, before)?.into_iter().map(|one| {
                let numbers = [one.views, one.downloads, one.shares].map(|number| number.to_string());
                std::iter::once(Day::of(one.day).text()).chain(numbers).collect()
            });
            Ok(Csv::new(&["day", "views", "downloads", "shares"]).with(days))
        }
        InsightsList::Used => used_most(conn, access, repository, asked),
        InsightsList::Unused => unused_files(conn, access, repository),
        InsightsList::Folders => {
            let folders = storage::found(conn, access, repository)?.folders.into_iter().map(|one| {
                let amount = [one.amount.files, one.amount.bytes].map(|number| number.to_string());
                head_of(&one.entry).into_iter().chain(amount).collect()
            });
            Ok(Csv::new(&["node_id", "name", "entry_type", "files", "bytes"]).with(folders))
        }
        InsightsList::People => {
            let people = storage::found(conn, access, repository)?.people.into_iter().map(|one| {
                vec![one.users_id.to_string(), one.name, one.amount.files.to_string(), one.amount.bytes.to_string()]
            });
            Ok(Csv::new(&["users_id", "name", "files", "bytes"]).with(people))
        }
        InsightsList::Links => {
            let links = links::found(conn, access, repository, (before, now))?.into_iter().map(|one| {
                let (entry, visits) = (one.entry.map(|entry| entry.name).unwrap_or_default(), one.visits.to_string());
                let label = one.label.unwrap_or_default();
                vec![one.link_id.to_string(), label, entry, one.made_by, visits, one.downloads.to_string()]
            });
            Ok(Csv::new(&["link_id", "label", "entry", "made_by", "visits", "downloads"]).with(links))
        }
    }
}

/// What an entry begins a line with.
fn head_of(entry: &Entry) -> Vec<String> {
    let kind = entry.entry_type.clone().unwrap_or_default();
    vec![entry.node().to_string(), entry.name.clone(), kind]
}

fn used_most(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    repository: Repository,
    asked: InsightsExport,
) -> content::Result<Csv> {
    let (mut lines, mut after) = (Vec::new(), None);
    let period = asked.period.unwrap_or_default().period();
    let wanted = Wanted { period, by: asked.by.unwrap_or_default(), kind: None };
    loop {
        let (items, next) = used::page(conn, access, repository, wanted, (after.as_ref(), STEP))?;
        lines.extend(items.iter().map(|one| head_of(&one.entry).into_iter().chain([one.number.to_string()]).collect()));
        after = next.as_deref().and_then(Cursor::decode);
        if after.is_none() || lines.len() >= MOST {
            return Ok(Csv::new(&["node_id", "name", "entry_type", "number"]).with(lines));
        }
    }
}

fn unused_files(conn: &mut Conn<'_>, access: &mut Access<'_>, repository: Repository) -> content::Result<Csv> {
    let (mut lines, mut after) = (Vec::new(), None);
    loop {
        let (items, next) = unused::page(conn, access, repository, (after.as_ref(), STEP))?;
        lines.extend(items.iter().map(|entry| {
            let modified = Day::of(entry.modified_at).text();
            let size = entry.size.unwrap_or_default().to_string();
            head_of(entry).into_iter().chain([size, modified]).collect()
        }));
        after = next.as_deref().and_then(Cursor::decode);
        if after.is_none() || lines.len() >= MOST {
            return Ok(Csv::new(&["node_id", "name", "entry_type", "bytes", "modified_on"]).with(lines));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Csv;

    #[test]
    fn a_name_is_no_formula_in_a_table() {
        let table = Csv::new(&["name", "number"]).with([vec!["=1+1".to_owned(), "3".to_owned()]]);
        assert_eq!(table.text(), "\u{feff}name,number\r\n'=1+1,3\r\n");
    }
}
