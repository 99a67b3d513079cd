//! Who the customers are: tenants, their companies and user groups, the themes they wear and the application
//! instances they have. The lowest room: it knows nobody who signs in.

mod create;
mod error;
mod key;
mod model;
mod store;
mod switch;
mod theme;
mod user_theme;

use authz::Gate;
use db::Db;
use rest::Routes;
use utoipa_axum::routes;

pub use create::{
    create_application_instance, create_company, create_group, create_tenant, create_theme, give_group_instance,
    give_tenant_instance,
};
pub use error::{Error, Result};
pub use key::{AccessUrl, Cnpj, CompanyKey, GroupKey, Invalid, TenantKey, ThemeKey, Title};
pub use model::{NewAppInstance, NewCompany, NewGroup, NewTenant, NewTheme};
pub use store::{bump_epoch, epoch, find_tenant_by_key};
pub use switch::set_tenant_active;
pub use theme::{Theme, ThemeConfig};

pub fn routes(db: Db) -> Routes {
    // The page asks for the theme with the user's data, also while a password reset is due.
    Routes::default().route(Gate::Session, routes!(user_theme::get_user_theme)).with_state(db)
}
