//! An installation whose PostgreSQL demands TLS, as managed ones do.

use db::DbUrl;
use db::testing::TlsServer;
use serde_json::json;

use crate::command_line::{run, why};
use crate::spawned::ServerProcess;

/// A new database whose address ends with these options.
async fn database(options: String) -> DbUrl {
    let address = tokio::task::spawn_blocking(|| TlsServer::get().database()).await.unwrap();
    DbUrl::Postgres(format!("{}?{options}", address.replace("postgres@", "postgres:geheim@")))
}

async fn tls_server() -> &'static TlsServer {
    tokio::task::spawn_blocking(TlsServer::get).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_installation_lives_in_a_database_that_demands_tls() {
    let authority = tls_server().await.authority.display();
    let url = database(format!("sslmode=verify-full&sslrootcert={authority}")).await;
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    let server = ServerProcess::start_on(&data, &url).await;
    let http = crate::test_users::http().build().unwrap();
    assert_eq!(http.get(format!("{}/readyz", server.base)).send().await.unwrap().status(), 200);
    let made = run(&data, &url, &["user", "create", "m@cli.example", "--name", "Mia", "--master"]).await;
    let told = String::from_utf8(made.stdout).unwrap();
    let password = told.split("password is ").nth(1).unwrap().split_whitespace().next().unwrap();
    let form = json!({ "email": "m@cli.example", "password": password });
    let answer = http.post(format!("{}/api/core/auth/login", server.base)).json(&form).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let backup = place.path().join("backup");
    let copied = run(&data, &url, &["backup", backup.to_str().unwrap()]).await;
    assert!(copied.status.success(), "{}", why(&copied));
    assert!(server.stop().await.success());
    let other = database(format!("sslmode=verify-ca&sslrootcert={authority}")).await;
    let restored = place.path().join("restored");
    for words in [vec!["restore", backup.to_str().unwrap()], vec!["doctor"]] {
        let done = run(&restored, &other, &words).await;
        assert!(done.status.success(), "{words:?}: {}", why(&done));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_a_wrong_certificate_is_refused_in_plain_words() {
    let stranger = tls_server().await.stranger.display();
    let url = database(format!("sslmode=verify-full&sslrootcert={stranger}")).await;
    let place = tempfile::tempdir().unwrap();
    let refused = run(place.path(), &url, &["serve", "--listen", "127.0.0.1:0"]).await;
    let told = why(&refused);
    assert!(!refused.status.success());
    assert!(told.contains("the certificate of the database's server is from nobody who is trusted"), "{told}");
    assert!(!told.contains("geheim"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_connections_at_all_are_a_wrong_setting() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("vitrine.toml");
    std::fs::write(&file, "database_connections = 0\n").unwrap();
    let words = ["serve", "--config", file.to_str().unwrap()];
    let refused = run(place.path(), &DbUrl::Sqlite(place.path().join("vitrine.db")), &words).await;
    assert!(!refused.status.success() && why(&refused).contains("database_connections"), "{}", why(&refused));
}
