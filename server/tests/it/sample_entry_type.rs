//! A room that brings a type of entry, an act for it, fields of its own in the answers, and an operation.

use authz::{Gate, Rule};
use axum::extract::State;
use content::EntryAddition;
use db::{Conn, Db};
use nodes::{EntryType, Listed};
use primitives::{AppInstanceId, Application, NodeId, NodeRole};
use rest::{CurrentUser, Json, Path, Problem, Routes, routes};
use room::{Opened, Room};
use serde::Serialize;
use serde_json::{Value, json};
use vitrine::app::App;
use vitrine::rooms::rooms;

use crate::harness::{TestServer, on_both, serve};
use crate::stores::settings_in;
use crate::test_users::TestUser;

authz::acts! {
    /// Cook it.
    Cook = Rule::new("cook", 1000, NodeRole::Reader, Rule::FILES).of_types(&["recipe"]).in_menu();
}

const RECIPE: EntryType = EntryType {
    key: "recipe",
    extensions: &["rcp"],
    media_types: &[],
    usual_extensions: &[],
    called: &["recipe", "receita"],
};

#[derive(Default, Serialize, utoipa::ToSchema)]
struct Taste {
    is_sweet: Option<bool>,
}

fn taste(_: &mut Conn<'_>, file: &Listed) -> db::Result<Taste> {
    Ok(Taste { is_sweet: (file.entry_type == RECIPE.key).then(|| file.name.contains("cake")) })
}

fn room() -> Room {
    let tastes = |conn: &mut Conn<'_>, files: &[&Listed]| files.iter().map(|file| taste(conn, file)).collect();
    Room::new("recipes", 8).with(RECIPE).with(EntryAddition::new(tastes, taste)).with_acts(ACTS).opening(|deps| {
        Box::pin(async move {
            let routes = Routes::default().route(Gate::App(Application::Content), routes!(cook)).as_operations();
            Ok(Opened { routes: routes.with_state(deps.db.clone()), ..Opened::default() })
        })
    })
}

/// Cooks a recipe.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/recipe/{node_id}", tag = "content",
    operation_id = "recipe_cook",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = String, description = "The meal")))]
async fn cook(
    State(db): State<Db>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<String>, Problem> {
    let name = security::read(&db, &actor, move |c, access| {
        let seen = access.find_visible(c, node)?;
        seen.permit::<Cook>()?;
        Ok::<_, security::Error>(seen.node.name)
    });
    Ok(Json(name.await?))
}

async fn with_recipes(server: &TestServer) -> App {
    let settings = settings_in(server.test.folder());
    let all: Vec<_> = rooms().into_iter().chain([room()]).collect();
    let drawing = previews::Worker::at(env!("CARGO_BIN_EXE_vitrine"));
    App::of_rooms(&all, drawing, server.test.db.clone(), server.clock.clone(), &settings).await.unwrap()
}

#[test]
fn a_type_of_entry_with_its_act_its_fields_and_its_operation_comes_with_its_room_alone() {
    on_both(async |server| {
        let app = with_recipes(server).await;
        let (base, serving, stop) = serve(&app).await;
        let at = |name: &str| TestUser { base: base.clone(), ..server.user(name) };
        let cake = at("wim").upload(server.top, "cake.rcp", "flour, eggs").await.id();
        let other = at("wim").upload(server.top, "cake.txt", "flour, eggs").await.id();
        let told = async |user: &TestUser<'_>, node: i64| {
            let entry = user.get(&format!("entry/{node}")).await.ok();
            let acts = user.get(&format!("actions/node/{node}")).await.ok();
            let offered = acts["items"].as_array().unwrap().iter().any(|act| act["action_key"] == "cook");
            (entry["entry_type"].clone(), entry["is_sweet"].clone(), offered)
        };
        assert_eq!(told(&at("rea"), cake).await, (json!("recipe"), json!(true), true));
        assert_eq!(told(&at("rea"), other).await, (json!("text"), Value::Null, false));
        let listed = at("rea").get(&format!("entry/list/{}", server.top)).await.ok();
        assert_eq!((&listed["items"][0]["is_sweet"], &listed["items"][1]["is_sweet"]), (&json!(true), &Value::Null));
        let found = at("rea").get("search?term=receitas").await.ok();
        let names: Vec<_> = found["items"].as_array().unwrap().iter().map(|hit| &hit["name"]).collect();
        assert_eq!(names, [&json!("cake.rcp")], "a search knows what people call it");
        assert_eq!(at("rea").post(&format!("recipe/{cake}"), Value::Null).await.ok(), "cake.rcp");
        assert_ne!(at("rea").post(&format!("recipe/{other}"), Value::Null).await.status, 200);

        let user = server.users["rea"];
        let actor = app.db.read(move |c| accounts::find_actor(c, user)).await.unwrap().unwrap();
        let input = json!({ "application_instance_id": server.content.0, "node_id": cake });
        let cooked = app.operations.call(actor.into(), "recipe_cook", input.as_object().unwrap()).await.unwrap();
        assert_eq!(cooked.body, "cake.rcp");
        stop.cancel();
        serving.await.unwrap();

        // Without the room the file is one of no type of its own, and the rest is gone.
        let late = server.user("wim").upload(server.top, "pie.rcp", "flour").await.id();
        assert_eq!(told(&server.user("rea"), late).await, (json!("text"), Value::Null, false));
        assert_eq!(server.user("rea").post(&format!("recipe/{cake}"), Value::Null).await.status, 404);
    });
}
