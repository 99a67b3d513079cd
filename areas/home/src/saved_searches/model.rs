//! A saved search, and the forms that save and change one.

use rest::{FieldErrors, Problem, Rule};
use serde::{Deserialize, Serialize};
use tenancy::Title;

db::id!(SavedSearchId);

/// Characters; the index that finds the same search again takes no longer ones.
const LONGEST_QUERY: usize = 2_000;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SavedSearch {
    pub saved_search_id: SavedSearchId,
    pub title: String,
    /// What is searched for, as the address of the search page says it: `term=beach&type=pictures`.
    pub query: String,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct SavedSearchForm {
    #[schema(value_type = rest::schema_formats::OneLine)]
    title: String,
    /// What is searched for, as the address of the search page says it: visible characters of ASCII.
    #[schema(min_length = 1, max_length = 2_000, pattern = "^[!-~]+$")]
    query: String,
}

impl SavedSearchForm {
    pub(super) fn read(self) -> Result<(Title, String), Problem> {
        let mut errors = FieldErrors::default();
        let title = errors.take("title", Title::parse(&self.title));
        let query = errors.take("query", read_query(self.query));
        errors.finish(title.zip(query))
    }
}

/// The server does not read it: the page does, and leaves out what it does not know.
fn read_query(query: String) -> Result<String, Rule> {
    if query.is_empty() {
        return Err(Rule::Mandatory);
    }
    if query.len() > LONGEST_QUERY {
        return Err(Rule::MaxLength(LONGEST_QUERY));
    }
    if query.bytes().all(|byte| byte.is_ascii_graphic()) { Ok(query) } else { Err(Rule::Url) }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct SavedSearchChange {
    #[schema(value_type = rest::schema_formats::OneLine)]
    title: String,
    /// What is searched for from now on; as before if it is absent. Another saved search with this query ends.
    #[schema(min_length = 1, max_length = 2_000, pattern = "^[!-~]+$")]
    query: Option<String>,
}

impl SavedSearchChange {
    pub(super) fn read(self) -> Result<(Title, Option<String>), Problem> {
        let mut errors = FieldErrors::default();
        let title = errors.take("title", Title::parse(&self.title));
        let query = errors.take("query", self.query.map(read_query).transpose());
        errors.finish(title.zip(query))
    }
}
