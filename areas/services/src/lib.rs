//! Health of the installation's services, checked when a master asks.

mod body;
mod probes;
mod room;

use std::io;

use authz::{Gate, Role};
use axum::extract::State;
use db::Db;
use mail::Mail;
use primitives::Clock;
use rest::{Json, Problem, Routes, routes};

pub use self::room::room;

use crate::body::ServiceList;

/// Says in the log what the decoders of previews have to do without, where the kernel does not confine them.
async fn warn_of_lacks(worker: previews::Worker) -> io::Result<()> {
    let confined = tokio::task::spawn_blocking(move || probes::draw(&worker)).await?.map_err(io::Error::other)?;
    if !confined {
        tracing::warn!(
            "This kernel has no Landlock: previews are drawn within limits of memory and time, and by a process that \
             may read what the server may"
        );
    }
    Ok(())
}

/// What is looked at.
#[derive(Clone)]
pub struct Services {
    pub db: Db,
    pub clock: Clock,
    pub mail: Mail,
    /// Which executable draws previews.
    pub previews: previews::Worker,
}

pub fn routes(services: Services) -> Routes {
    Routes::default().route(Gate::Roles(&[Role::Master]), routes!(list)).with_state(services)
}

/// The health of database, file servers, mail, queues and engines, as it is at this moment.
#[utoipa::path(
    get,
    path = "/api/core/service",
    operation_id = "service_list",
    tag = "core",
    responses((status = 200, description = "All services; those in trouble are among the others", body = ServiceList))
)]
async fn list(State(services): State<Services>) -> Result<Json<ServiceList>, Problem> {
    Ok(Json(probes::all(&services).await?))
}
