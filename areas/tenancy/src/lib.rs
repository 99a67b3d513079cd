//! Who the customers are: tenants, their companies and user groups, the themes they wear and the application
//! instances they have. The lowest room: it knows nobody who signs in.

mod create;
mod error;
mod instances;
mod key;
mod model;
mod state;
mod store;
mod switch;
mod theme;
mod user_theme;

use authz::{Gate, Role};
use rest::Routes;
use utoipa_axum::routes;

pub use create::{
    create_application_instance, create_company, create_group, create_tenant, create_theme, give_group_instance,
    give_tenant_instance,
};
pub use error::{Error, Result};
pub use key::{AccessUrl, CompanyKey, GroupKey, Invalid, TenantKey, ThemeKey, Title};
pub use model::{NewAppInstance, NewCompany, NewGroup, NewTenant, NewTheme};
pub use state::{Occupant, Tenancy};
pub use store::{bump_epoch, epoch, find_tenant_by_key};
pub use switch::set_tenant_active;
pub use theme::{Theme, ThemeConfig};

const MASTER: Gate = Gate::Roles(&[Role::Master]);

pub fn routes(tenancy: Tenancy) -> Routes {
    // The page asks for the theme with the user's data, also while a password reset is due.
    Routes::default()
        .route(Gate::Session, routes!(user_theme::get_user_theme))
        .route(MASTER, routes!(instances::list::list_application_instances))
        .route(MASTER, routes!(instances::create::create))
        .route(MASTER, routes!(instances::update::update))
        .with_state(tenancy)
}
