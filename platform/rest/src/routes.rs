//! The gated router: a route can only be added together with its gate.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::sync::Arc;

use authz::{Actor, Gate, GateDenied};
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use primitives::{AppInstanceId, whole_number};
use utoipa::openapi::{OpenApi, Paths, RefOr, Schema};
use utoipa_axum::router::UtoipaMethodRouter;

use crate::description::{Description, Make};
use crate::gate_entry::{GateEntry, described};
use crate::operations::OnBehalfOf;
use crate::origin::origin;
use crate::{Authenticate, Credential, CurrentUser, Problem, SignedFor};

/// The operations of one path: the types and the path that the API document has of them, and their handlers.
pub type PathOperations<S> = UtoipaMethodRouter<S, Infallible>;

/// The operations of one path, by their handlers, for `Routes::route`. They are a function that makes them: what the
/// document says of them is many small values, which are made again when somebody wants it.
#[macro_export]
macro_rules! routes {
    ($($handlers:tt)+) => {
        || $crate::utoipa_axum::routes!($($handlers)+)
    };
}

#[derive(Clone)]
pub struct Routes<S = ()> {
    router: Router<S>,
    gates: Vec<GateEntry>,
    description: Description,
}

impl<S: Clone + Send + Sync + 'static> Default for Routes<S> {
    fn default() -> Self {
        Self { router: Router::new(), gates: Vec::new(), description: Description::default() }
    }
}

impl<S: Clone + Send + Sync + 'static> Routes<S> {
    /// Adds the operations of one path, made by `routes!`, behind `gate`.
    pub fn route<F>(self, gate: Gate, operations: F) -> Self
    where
        F: Fn() -> PathOperations<S> + Send + Sync + 'static,
    {
        let (_, paths, methods) = operations();
        let describe = move || {
            let (types, paths, _) = operations();
            (types, paths)
        };
        self.with_path(gate, &paths, methods, Arc::new(describe))
    }

    /// What `route` does with operations of any type, so that it is compiled once.
    fn with_path(mut self, gate: Gate, paths: &Paths, methods: MethodRouter<S>, describe: Make) -> Self {
        self.gates.extend(described(paths, gate));
        let gated = methods.layer(from_fn(move |request: Request, next: Next| pass(gate, request, next)));
        let router = paths.paths.keys().fold(self.router, |router, path| router.route(path, gated.clone()));
        self.description.add(describe);
        Self { router, ..self }
    }

    /// As `route`, for operations that receive files: they limit the size of the body themselves.
    pub fn route_for_files<F>(self, gate: Gate, operations: F) -> Self
    where
        F: Fn() -> PathOperations<S> + Send + Sync + 'static,
    {
        self.route(gate, move || {
            let (types, paths, methods) = operations();
            (types, paths, methods.layer(DefaultBodyLimit::disable()))
        })
    }

    /// The operations added so far read or write stored files: an entry may be of another kind, and writing may find it
    /// busy or the storage full.
    pub fn of_files(mut self) -> Self {
        self.gates.iter_mut().for_each(|entry| entry.of_files = true);
        self
    }

    /// Offers the operations added so far to automations and assistants, which carry them out as somebody.
    pub fn as_operations(mut self) -> Self {
        self.gates.iter_mut().for_each(|entry| entry.is_operation = true);
        self
    }

    /// Describes a tag of the API document: what the paths contain that begin with it. One room describes it, and others
    /// may use it.
    #[must_use]
    pub fn tagged(mut self, tag: &'static str, told: &'static str) -> Self {
        self.description.tags.push((tag, told));
        self
    }

    /// Gives the routes the state of their handlers.
    pub fn with_state(self, state: S) -> Routes {
        let Self { router, gates, description } = self;
        Routes { router: router.with_state(state), gates, description }
    }
}

impl Routes {
    pub fn merge(mut self, other: Self) -> Self {
        self.gates.extend(other.gates);
        self.description.extend(other.description);
        Self { router: self.router.merge(other.router), ..self }
    }

    /// Has `describe` add to the API document, and `types` to its types.
    #[must_use]
    pub fn describing(
        mut self,
        types: Vec<(String, RefOr<Schema>)>,
        describe: impl Fn(&mut OpenApi) + Send + Sync + 'static,
    ) -> Self {
        self.description.add(Arc::new(move || (types.clone(), Paths::default())));
        self.description.describe.push(Arc::new(describe));
        self
    }

    /// The tags that are described, in their order.
    pub fn tags(&self) -> impl Iterator<Item = &'static str> {
        self.description.tags.iter().map(|(tag, _)| *tag)
    }

    /// Names that two different types of the document share: one would overwrite the other.
    pub fn clashes(&self) -> BTreeSet<String> {
        self.description.clashes()
    }

    /// The router, what describes it, and the list of its gates.
    pub fn split(self) -> (Router, Description, Vec<GateEntry>) {
        let mut gates = self.gates;
        gates.sort();
        (self.router, self.description, gates)
    }
}

/// Authenticates, asks the gate, and goes on with the person in the request's extensions.
async fn pass(gate: Gate, request: Request, next: Next) -> Response {
    match admit(gate, request).await {
        Ok((request, Some(precondition))) => db::with_precondition(precondition, next.run(request)).await,
        Ok((request, None)) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

async fn admit(gate: Gate, request: Request) -> Result<(Request, Option<db::Precondition>), Problem> {
    if !gate.needs_session() {
        return Ok((request, None));
    }
    let authenticate = request.extensions().get::<Arc<dyn Authenticate>>().cloned().ok_or_else(Problem::internal)?;
    let (mut parts, body) = request.into_parts();
    let actor = match parts.extensions.get::<OnBehalfOf>() {
        Some(OnBehalfOf(actor)) => actor.clone(),
        None => {
            let actor = authenticated(gate, &parts, &*authenticate).await?;
            let origin = origin(&parts.extensions, &parts.headers);
            Arc::new(Actor { origin, ..Actor::clone(&actor) })
        }
    };
    let names = axum::extract::Path::<HashMap<String, String>>::from_request_parts(&mut parts, &()).await;
    let named = names.ok().and_then(|axum::extract::Path(names)| whole_number(names.get("application_instance_id")?));
    gate.admit(Some(&actor), named.map(AppInstanceId)).map_err(|denied| match denied {
        GateDenied::NoSession => Problem::no_session(),
        GateDenied::PasswordResetDue => Problem::forbidden("password_reset_due"),
        GateDenied::WrongRole => Problem::forbidden("wrong_role"),
        GateDenied::NotTheirInstance => Problem::not_found(),
    })?;
    let precondition = authenticate.precondition(actor.clone());
    parts.extensions.insert(CurrentUser(actor));
    Ok((Request::from_parts(parts, body), Some(precondition)))
}

/// The person of the credential that was sent, or of the session that a signed address was made for.
async fn authenticated(gate: Gate, parts: &Parts, authenticate: &dyn Authenticate) -> Result<Arc<Actor>, Problem> {
    let Some(SignedFor(session)) = parts.extensions.get::<SignedFor>().copied() else {
        let credential = Credential::find(&parts.headers, &parts.method, gate.accepts_cookie());
        return authenticate.authenticate(credential.ok_or_else(Problem::no_session)?).await;
    };
    if !gate.accepts_cookie() {
        return Err(Problem::no_session());
    }
    authenticate.alive(vec![session]).await?.remove(&session).ok_or_else(Problem::no_session)
}
