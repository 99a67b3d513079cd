//! A PostgreSQL server that is reached by TCP and demands TLS, as managed ones do.

use std::fs::Permissions;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rcgen::{BasicConstraints, Certificate, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

use super::Cluster;

/// The user `plain` is only let in without TLS, and `certified` only with the certificate of that name.
const HBA: &str = "local all all trust
hostnossl all plain 127.0.0.1/32 trust
hostssl all plain 127.0.0.1/32 reject
hostssl all certified 127.0.0.1/32 cert
hostssl all all 127.0.0.1/32 trust
";

/// Its certificate is for `localhost` alone; all files are PEM.
pub struct TlsServer {
    pub port: u16,
    /// The authority that it is certified by, and another one.
    pub authority: PathBuf,
    pub stranger: PathBuf,
    /// The certificate itself.
    pub certificate: PathBuf,
    /// What `certified` needs.
    pub client_certificate: PathBuf,
    pub client_key: PathBuf,
    sockets: PathBuf,
}

impl TlsServer {
    /// The one of this process.
    pub fn get() -> &'static Self {
        static SERVER: OnceLock<TlsServer> = OnceLock::new();
        SERVER.get_or_init(start)
    }

    /// The address of a new database of `postgres`, up to its options: a `?` and some follow.
    pub fn database(&self) -> String {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("tls_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let mut client = postgres::Client::connect(&self.admin(), postgres::NoTls).expect("the server answers");
        client.batch_execute(&format!("CREATE DATABASE {name}")).expect("a database is created");
        format!("postgres://postgres@localhost:{}/{name}", self.port)
    }

    fn admin(&self) -> String {
        format!("host={} port={} user=postgres dbname=postgres", self.sockets.display(), self.port)
    }
}

fn start() -> TlsServer {
    let cluster = Cluster::make("tls");
    std::fs::write(cluster.data().join("pg_hba.conf"), HBA).expect("who may come in");
    let place = |name: &str, text: String| {
        let file = cluster.folder.join(name);
        std::fs::write(&file, text).expect("a file of the cluster");
        std::fs::set_permissions(&file, Permissions::from_mode(0o600)).expect("its rights");
        cluster.own(&file);
        file
    };
    let (ours, other) = (authority("Vitrine Tests"), authority("Somebody Else"));
    let (server, client) = (certify("localhost", true, &ours), certify("certified", false, &ours));
    let key = place("server.key", server.1.serialize_pem());
    let mut made = TlsServer {
        port: 0,
        authority: place("authority.pem", ours.pem()),
        stranger: place("stranger.pem", other.pem()),
        certificate: place("server.pem", server.0.pem()),
        client_certificate: place("client.pem", client.0.pem()),
        client_key: place("client.key", client.1.serialize_pem()),
        sockets: cluster.folder.clone(),
    };
    let file = |name: &str, path: &PathBuf| format!("{name}={}", path.display());
    let (key, own) = (file("ssl_key_file", &key), file("ssl_cert_file", &made.certificate));
    let trusted = file("ssl_ca_file", &made.authority);
    // A free port may be taken again before the server has it.
    for _ in 0..10 {
        made.port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
        let port = made.port.to_string();
        let tls = ["-h", "127.0.0.1", "-p", &port, "-c", "ssl=on", "-c", &key, "-c", &own, "-c", &trusted];
        if cluster.start(&tls).is_some() {
            let mut client = postgres::Client::connect(&made.admin(), postgres::NoTls).expect("the server answers");
            client.batch_execute("CREATE ROLE plain LOGIN; CREATE ROLE certified LOGIN").expect("two roles");
            return made;
        }
    }
    panic!("PostgreSQL found no free port");
}

fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("an authority")
}

fn certify(name: &str, is_host: bool, by: &CertifiedIssuer<'_, KeyPair>) -> (Certificate, KeyPair) {
    let hosts = if is_host { vec![name.to_owned()] } else { Vec::new() };
    let mut params = CertificateParams::new(hosts).expect("a name");
    params.distinguished_name.push(DnType::CommonName, name);
    let key = KeyPair::generate().expect("a key");
    (params.signed_by(&key, by).expect("a certificate"), key)
}
