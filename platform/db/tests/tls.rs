//! TLS to PostgreSQL, by what the address of the database says.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on ends")]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

use vitrine_db::testing::TlsServer;
use vitrine_db::{Conn, Db, DbUrl, Error, Result, with_wait_budget};

const HAS_TLS: &str = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

/// Whether a connection to this address has TLS.
async fn has_tls(address: &str) -> Result<bool> {
    Db::open(&DbUrl::Postgres(address.to_owned()))?.read(|c| c.get(HAS_TLS, &[], |row| row.get(0))).await
}

/// A server and the address of a database on it.
async fn server() -> (&'static TlsServer, String) {
    let made = tokio::task::spawn_blocking(|| (TlsServer::get(), TlsServer::get().database()));
    made.await.unwrap()
}

#[track_caller]
fn refused(answer: Result<bool>, reason: &str) {
    let told = answer.unwrap_err().to_string();
    assert!(told.contains(reason), "{told}");
}

fn shown(file: &Path) -> &str {
    file.to_str().unwrap()
}

#[tokio::test]
async fn a_server_that_demands_tls_is_reached_in_every_mode_but_disable() {
    let (server, address) = server().await;
    let authority = shown(&server.authority);
    for options in [
        String::new(),
        "sslmode=prefer".to_owned(),
        "sslmode=require".to_owned(),
        format!("sslmode=require&sslrootcert={authority}"),
        format!("sslmode=verify-ca&sslrootcert={authority}"),
        format!("sslmode=verify-full&sslrootcert={authority}"),
        // The server's own certificate, as for one that signed itself.
        format!("sslmode=verify-full&sslrootcert={}", shown(&server.certificate)),
    ] {
        assert!(has_tls(&format!("{address}?{options}")).await.unwrap(), "{options}");
    }
    refused(has_tls(&format!("{address}?sslmode=disable")).await, "no encryption");
}

#[tokio::test]
async fn verify_full_wants_the_right_name_from_a_trusted_authority_and_verify_ca_only_the_authority() {
    let (server, address) = server().await;
    let (authority, stranger) = (shown(&server.authority), shown(&server.stranger));
    for mode in ["require", "verify-ca", "verify-full"] {
        let asked = has_tls(&format!("{address}?sslmode={mode}&sslrootcert={stranger}")).await;
        refused(asked, "is from nobody who is trusted; sslrootcert names a file of whom to trust");
    }
    refused(has_tls(&format!("{address}?sslmode=verify-full")).await, "from nobody who is trusted");
    let by_number = address.replace("localhost", "127.0.0.1");
    for trusted in [authority, shown(&server.certificate)] {
        let named = format!("{by_number}?sslrootcert={trusted}");
        assert!(has_tls(&format!("{named}&sslmode=verify-ca")).await.unwrap(), "{trusted}");
        refused(has_tls(&format!("{named}&sslmode=verify-full")).await, "is another host's");
    }
}

#[tokio::test]
async fn a_user_without_tls_connects_in_mode_prefer_only() {
    let (_, address) = server().await;
    let plain = address.replace("postgres@", "plain@");
    assert!(!has_tls(&plain).await.unwrap());
    refused(has_tls(&format!("{plain}?sslmode=require")).await, "pg_hba.conf rejects connection");
}

#[tokio::test]
async fn a_certificate_of_our_own_is_shown() {
    let (server, address) = server().await;
    let certified = address.replace("postgres@", "certified@");
    refused(has_tls(&certified).await, "certificate");
    let (certificate, key) = (shown(&server.client_certificate), shown(&server.client_key));
    let options = format!("sslmode=require&sslcert={certificate}&sslkey={key}");
    assert!(has_tls(&format!("{certified}?{options}")).await.unwrap());
}

#[tokio::test]
async fn a_file_that_cannot_be_used_is_named() {
    for (options, reason) in [
        ("sslrootcert=/nowhere/ca.pem", "sslrootcert, the file /nowhere/ca.pem: "),
        ("sslrootcert=/dev/null", "sslrootcert, the file /dev/null: it contains no certificate"),
        ("sslcert=/dev/null&sslkey=/nowhere/key.pem", "sslkey, the file /nowhere/key.pem: "),
    ] {
        let told = has_tls(&format!("postgres://localhost/lume?{options}")).await;
        refused(told, reason);
    }
}

/// Answers like a server without TLS, or one whose TLS breaks; returns its port and the first bytes of each connection.
fn server_that_says(answer: &'static [u8]) -> (u16, std::sync::mpsc::Receiver<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (hear, heard) = channel();
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let (mut connection, mut first) = (connection.unwrap(), [0; 8]);
            connection.read_exact(&mut first).unwrap();
            connection.write_all(answer).unwrap();
            if hear.send(first.to_vec()).is_err() {
                return;
            }
        }
    });
    (port, heard)
}

const TLS_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

#[tokio::test]
async fn a_server_without_tls_is_refused_where_tls_is_demanded() {
    for mode in ["require", "verify-ca", "verify-full"] {
        let (port, heard) = server_that_says(b"N");
        let asked = has_tls(&format!("postgres://ana:geheim@127.0.0.1:{port}/lume?sslmode={mode}")).await;
        refused(asked, "the database's server offers no TLS, which sslmode demands");
        assert_eq!(heard.recv().unwrap(), TLS_REQUEST);
        assert!(heard.try_recv().is_err(), "nothing is tried without TLS");
    }
}

#[tokio::test]
async fn mode_prefer_retries_without_tls_and_mode_require_does_not() {
    for (mode, goes_on) in [("prefer", true), ("require", false)] {
        let (port, heard) = server_that_says(b"S");
        let asked = has_tls(&format!("postgres://ana@127.0.0.1:{port}/lume?sslmode={mode}")).await;
        refused(asked, "TLS to the database");
        assert_eq!(heard.recv().unwrap(), TLS_REQUEST);
        assert_eq!(heard.try_recv().is_ok_and(|first| first[4..] == [0, 3, 0, 0]), goes_on, "{mode}");
    }
}

#[tokio::test]
async fn as_many_connections_are_made_as_are_set_and_the_next_one_waits() {
    let (_, address) = server().await;
    let db = Db::open_with(&DbUrl::Postgres(address), 2).unwrap();
    let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
    let held: Vec<_> = (0..2)
        .map(|_| {
            let (db, begun) = (db.clone(), begun.clone());
            let (release, released) = channel::<()>();
            let reads = tokio::spawn(async move {
                let ask = move |conn: &mut Conn<'_>| {
                    begun.send(()).unwrap();
                    released.recv().unwrap_or_default();
                    conn.exists("SELECT 1", &[])
                };
                db.read(ask).await.unwrap()
            });
            (release, reads)
        })
        .collect();
    for _ in 0..2 {
        begins.recv().await.unwrap();
    }
    let third = with_wait_budget(Duration::from_millis(50), db.read(|c| c.exists("SELECT 1", &[]))).await;
    assert!(matches!(third, Err(Error::Unavailable(_))));
    for (release, reads) in held {
        drop(release);
        assert!(reads.await.unwrap());
    }
    assert!(db.read(|c| c.exists("SELECT 1", &[])).await.unwrap());
}
