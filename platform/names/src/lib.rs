//! The addresses of a name, without the C library: what it looks names up with cannot be part of a static program.
//!
//! As there, `/etc/hosts` goes first, and its files are read for each question, so that a change of them counts at
//! once.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{LookupIpStrategy, NameServerConfig, ResolveHosts, ResolverConfig, ResolverOpts};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::system_conf::parse_resolv_conf;

/// The addresses of a host, which may be a name or an address: at least one, in the order to try them.
pub async fn resolve(host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
    let addresses = Sources::of_this_machine().await.addresses(host).await?;
    Ok(addresses.into_iter().map(|address| (address, port).into()).collect())
}

/// Where names are looked up.
struct Sources {
    /// The text of `/etc/hosts`.
    hosts: String,
    servers: ResolverConfig,
    options: ResolverOpts,
}

impl Sources {
    async fn of_this_machine() -> Self {
        let hosts = tokio::fs::read("/etc/hosts").await.unwrap_or_default();
        let servers = tokio::fs::read("/etc/resolv.conf").await.unwrap_or_default();
        let hosts = String::from_utf8_lossy(&hosts).into_owned();
        // Without a server's address the C library asks this machine.
        let (servers, options) = parse_resolv_conf(servers).unwrap_or_else(|_| {
            let here = NameServerConfig::udp_and_tcp(Ipv4Addr::LOCALHOST.into());
            (ResolverConfig::from_name_servers(vec![here]), ResolverOpts::default())
        });
        Self { hosts, servers, options }
    }

    async fn addresses(self, host: &str) -> io::Result<Vec<IpAddr>> {
        if let Ok(address) = host.parse() {
            return Ok(vec![address]);
        }
        let name = host.strip_suffix('.').unwrap_or(host);
        let listed = self.listed(name);
        if !listed.is_empty() {
            return Ok(listed);
        }
        if is_this_machine(name) {
            return Ok(vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]);
        }
        self.ask(host).await.map_err(|why| io::Error::other(format!("failed to lookup address information: {why}")))
    }

    /// The addresses that `/etc/hosts` gives to the name, whatever domain would be searched for it.
    fn listed(&self, name: &str) -> Vec<IpAddr> {
        let entries = self.hosts.lines().filter_map(|line| {
            let mut words = line.split('#').next()?.split_whitespace();
            let address = words.next()?.parse().ok()?;
            words.any(|word| word.eq_ignore_ascii_case(name)).then_some(address)
        });
        entries.collect()
    }

    async fn ask(self, host: &str) -> Result<Vec<IpAddr>, String> {
        let mut options = self.options;
        options.use_hosts_file = ResolveHosts::Never;
        options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
        let resolver = TokioResolver::builder_with_config(self.servers, TokioRuntimeProvider::default());
        let resolver = resolver.with_options(options).build().map_err(|error| error.to_string())?;
        let found = resolver.lookup_ip(host).await.map_err(|error| match error.is_no_records_found() {
            true => "Name or service not known".to_owned(),
            false => error.to_string(),
        })?;
        Ok(found.iter().collect())
    }
}

/// RFC 6761 §6.3: these names are never asked of others.
fn is_this_machine(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests;
