use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hickory_resolver::config::{NameServerConfig, ResolverConfig, ResolverOpts};
use hickory_resolver::proto::op::{Message, MessageType, OpCode, ResponseCode};
use hickory_resolver::proto::rr::{Name, RData, Record};
use tokio::net::UdpSocket;

use super::{Sources, resolve};

/// A name server that knows `idp.example` and `post.lume.example`, and counts the questions.
async fn name_server() -> (SocketAddr, Arc<AtomicUsize>) {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let (address, questions) = (socket.local_addr().unwrap(), Arc::new(AtomicUsize::new(0)));
    let counted = questions.clone();
    tokio::spawn(async move {
        let mut heard = [0; 512];
        while let Ok((length, from)) = socket.recv_from(&mut heard).await {
            counted.fetch_add(1, Ordering::SeqCst);
            let question = Message::from_vec(&heard[..length]).unwrap();
            socket.send_to(&answer(&question).to_vec().unwrap(), from).await.unwrap();
        }
    });
    (address, questions)
}

fn answer(question: &Message) -> Message {
    let asked = question.queries[0].clone();
    let known: &[&str] = match asked.name().to_ascii().as_str() {
        "idp.example." => &["9.9.9.9", "2620:fe::fe"],
        "post.lume.example." => &["9.9.9.10"],
        _ => &[],
    };
    let mut answer = Message::new(question.metadata.id, MessageType::Response, OpCode::Query);
    answer.metadata.response_code = if known.is_empty() { ResponseCode::NXDomain } else { ResponseCode::NoError };
    for address in known {
        let data = RData::from(address.parse::<IpAddr>().unwrap());
        if data.record_type() == asked.query_type() {
            answer.add_answer(Record::from_rdata(asked.name().clone(), 60, data));
        }
    }
    answer.add_query(asked);
    answer
}

fn asking(server: SocketAddr, hosts: &str) -> Sources {
    let mut config = NameServerConfig::udp(server.ip());
    config.connections[0].port = server.port();
    let search = vec![Name::from_ascii("lume.example.").unwrap()];
    let servers = ResolverConfig::from_parts(None, search, vec![config]);
    Sources { hosts: hosts.to_owned(), servers, options: ResolverOpts::default() }
}

async fn found(server: SocketAddr, hosts: &str, name: &str) -> Vec<String> {
    let addresses = asking(server, hosts).addresses(name).await.unwrap();
    addresses.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn a_name_server_is_asked_also_with_the_domain_that_is_searched() {
    let (server, _) = name_server().await;
    assert_eq!(found(server, "", "idp.example").await, ["9.9.9.9", "2620:fe::fe"]);
    assert_eq!(found(server, "", "IDP.example.").await, ["9.9.9.9", "2620:fe::fe"]);
    assert_eq!(found(server, "", "post").await, ["9.9.9.10"]);
    let error = asking(server, "").addresses("nowhere.example").await.unwrap_err();
    assert_eq!(error.to_string(), "failed to lookup address information: Name or service not known");
}

#[tokio::test]
async fn the_file_of_hosts_goes_first() {
    let (server, questions) = name_server().await;
    let hosts = "# 10.0.0.1 idp.example\n10.0.0.2\tother post Idp.Example # and more\n\nfd00::2 my_post idp.example\n";
    assert_eq!(found(server, hosts, "idp.example").await, ["10.0.0.2", "fd00::2"]);
    assert_eq!(found(server, hosts, "idp.example.").await, ["10.0.0.2", "fd00::2"]);
    assert_eq!(found(server, hosts, "post").await, ["10.0.0.2"]);
    assert_eq!(found(server, hosts, "my_post").await, ["fd00::2"]);
    assert_eq!(questions.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn localhost_and_ip_addresses_need_no_name_server() {
    let (server, questions) = name_server().await;
    for name in ["localhost", "LOCALHOST.", "id.localhost"] {
        assert_eq!(found(server, "", name).await, ["127.0.0.1", "::1"], "{name}");
    }
    assert_eq!(found(server, "", "192.0.2.7").await, ["192.0.2.7"]);
    assert_eq!(found(server, "", "2001:db8::7").await, ["2001:db8::7"]);
    assert_eq!(questions.load(Ordering::SeqCst), 0);
    let here = resolve("localhost", 25).await.unwrap();
    assert!(here.contains(&"127.0.0.1:25".parse().unwrap()), "{here:?}");
}
