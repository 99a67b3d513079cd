//! A request in the API.

use primitives::{NodeId, Seconds, UserId};
use serde::Serialize;

db::id!(UsageRequestId);

/// A request, and the name of who asks.
#[derive(Clone, Debug)]
pub(crate) struct AskedRequest {
    pub id: UsageRequestId,
    pub folder: NodeId,
    pub node: NodeId,
    pub user: UserId,
    pub name: String,
    pub reason: String,
    pub asked_at: Seconds,
    pub answered_at: Option<Seconds>,
    pub allowed_until: Option<Seconds>,
}

#[cfg(test)]
impl Default for AskedRequest {
    fn default() -> Self {
        Self {
            id: UsageRequestId(1),
            folder: NodeId(1),
            node: NodeId(1),
            user: UserId(1),
            name: String::new(),
            reason: String::new(),
            asked_at: 0,
            answered_at: None,
            allowed_until: None,
        }
    }
}

impl AskedRequest {
    pub fn told(self, now: Seconds) -> UsageRequest {
        let state = RequestState::of(&self, now);
        UsageRequest {
            request_id: self.id,
            asked_by: UsagePerson { users_id: self.user, name: self.name },
            reason: self.reason,
            asked_at: self.asked_at,
            state,
            answered_at: self.answered_at,
            allowed_until: self.allowed_until,
        }
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UsageRequest {
    pub request_id: UsageRequestId,
    pub asked_by: UsagePerson,
    pub reason: String,
    pub asked_at: Seconds,
    pub state: RequestState,
    /// Null: until somebody answers.
    #[schema(required)]
    pub answered_at: Option<Seconds>,
    /// Until then they may download from the folder; null: no, or not yet.
    #[schema(required)]
    pub allowed_until: Option<Seconds>,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UsagePerson {
    pub users_id: UserId,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = UsageRequestState)]
pub(crate) enum RequestState {
    Waiting,
    Allowed,
    Refused,
    /// It was allowed, and the time for it is over.
    Over,
}

impl RequestState {
    pub fn of(request: &AskedRequest, now: Seconds) -> Self {
        match (request.answered_at, request.allowed_until) {
            (None, _) => Self::Waiting,
            (Some(_), None) => Self::Refused,
            (Some(_), Some(until)) if until > now => Self::Allowed,
            (Some(_), Some(_)) => Self::Over,
        }
    }
}

/// A request as managers read it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct WaitingRequest {
    #[serde(flatten)]
    pub request: UsageRequest,
    /// What was open when they asked; null if the reader does not see it.
    #[schema(required)]
    pub entry: Option<RequestedEntry>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct RequestedEntry {
    pub node_id: NodeId,
    pub name: String,
}

#[cfg(test)]
mod tests {
    use super::{AskedRequest, RequestState};

    #[test]
    fn a_request_waits_until_it_is_answered_and_what_was_allowed_has_an_end() {
        let state = |answered_at, allowed_until| {
            RequestState::of(&AskedRequest { answered_at, allowed_until, ..AskedRequest::default() }, 100)
        };
        assert_eq!(state(None, None), RequestState::Waiting);
        assert_eq!(state(Some(5), None), RequestState::Refused);
        assert_eq!(state(Some(5), Some(101)), RequestState::Allowed);
        assert_eq!(state(Some(5), Some(100)), RequestState::Over);
    }
}
