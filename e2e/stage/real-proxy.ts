import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const sample = (path: string) => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url));

export type RealProxy = { url: string; stop: () => Promise<void> };

/** Starts a proxy with its sample of deploy/, in `folder`, with TLS on `port`, before `server`. */
export type Start = (folder: string, port: number, server: string) => Promise<RealProxy>;

/** A port that was free a moment ago: a proxy has to be told which one, before the server behind it starts. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The process, once its port answers; what it writes is shown if it ends before. */
async function started(program: string, words: readonly string[], port: number, more: Record<string, string>) {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...more } });
  const answers = async () => {
    const socket = connect(port, '127.0.0.1');
    const opened = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]);
    socket.destroy();
    return opened;
  };
  while (!(await answers().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    await wait(50);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { url: `https://127.0.0.1:${port}`, stop };
}

/** The text with each of these, which must be in it, replaced. */
function replaced(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((made, [from, to]) => {
    if (!made.includes(from)) throw new Error(`The sample has no '${from}'.`);
    return made.replaceAll(from, to);
  }, text);
}

/** Writes the configuration of nginx around a site into `folder`, and starts it. */
async function nginxWith(folder: string, site: string, port: number): Promise<RealProxy> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`);
  const top = 'daemon off; master_process off; pid nginx.pid; error_log stderr warn; events {}';
  writeFileSync(join(folder, 'nginx.conf'), `${top}\nhttp { access_log off; ${temporary.join(' ')}\n${site}}\n`);
  const program = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx';
  return await started(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], port, {});
}

/** The sample with these servers, of which each request goes to the next one. */
function site(folder: string, servers: readonly string[], listen: string): string {
  return replaced(readFileSync(sample('nginx/vitrine.conf'), 'utf8'), [
    ['server 127.0.0.1:8080;', servers.map((server) => `server ${new URL(server).host};`).join(' ')],
    ['listen 443 ssl http2', `listen ${listen}`],
    ['listen 80;', `listen unix:${join(folder, 'plain.sock')};`],
  ]);
}

export const nginx: Start = async (folder, port, server) => {
  mkdirSync(folder, { recursive: true });
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const self = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  execFileSync('openssl', [...self, '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const withTls = replaced(site(folder, [server], `127.0.0.1:${port} ssl http2`), [
    ['/etc/ssl/vitrine/fullchain.pem', certificate],
    ['/etc/ssl/vitrine/privkey.pem', key],
  ]);
  return await nginxWith(folder, withTls, port);
};

/** nginx before several processes of one installation, without TLS: journeys use the page at http, as at one server. */
export async function balancer(folder: string, port: number, servers: readonly string[]): Promise<RealProxy> {
  const plain = site(folder, servers, `127.0.0.1:${port}`).replaceAll(/^ *ssl_.*\n/gm, '');
  const proxy = await nginxWith(folder, plain, port);
  return { ...proxy, url: `http://127.0.0.1:${port}` };
}

export const caddy: Start = async (folder, port, server) => {
  mkdirSync(folder, { recursive: true });
  // Certificates of its own authority, which is not installed on this machine.
  const own =
    '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tlocal_certs\n\tlog {\n\t\tlevel WARN\n\t}\n}\n';
  const config = join(folder, 'Caddyfile');
  writeFileSync(config, own + readFileSync(sample('caddy/Caddyfile'), 'utf8'));
  return await started('caddy', ['run', '--adapter', 'caddyfile', '--config', config], port, {
    VITRINE_SITE: `https://127.0.0.1:${port}`,
    VITRINE_SERVER: new URL(server).host,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
};
