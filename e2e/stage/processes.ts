import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, oneProcess, type Served } from './one-process.ts';
import { type Cluster, cluster } from './postgres.ts';
import { balancer, freePort } from './real-proxy.ts';

/**
 * With JOURNEYS_SETUP=processes every server of the journeys is an installation of two processes on one PostgreSQL, behind
 * nginx, which gives each request to the next of them; the demonstration's files are in a bucket.
 */
export const ofProcesses = process.env.JOURNEYS_SETUP === 'processes';

let shared: Cluster | undefined;
const databases = new Map<string, string>();

/** The cluster of this worker ends with it. */
function ownCluster(): Cluster {
  if (shared === undefined) {
    const made = cluster();
    process.once('exit', () => made.end());
    shared = made;
  }
  return shared;
}

/** The settings with a database of PostgreSQL for the installation in this folder, unless they name one. */
export function inDatabase(data: string, more: Environment): Environment {
  if (more.VITRINE_DATABASE !== undefined) return more;
  const known = databases.get(data) ?? ownCluster().database();
  databases.set(data, known);
  return { ...more, VITRINE_DATABASE: known };
}

/** Two processes that do everything, started at the same moment, behind nginx at this port or a free one. */
export async function twoProcesses(data: string, more: Environment, port: number): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-nginx-'));
  const at = port === 0 ? await freePort() : port;
  const near = { VITRINE_PUBLIC_URL: `http://127.0.0.1:${at}`, VITRINE_TRUST_FORWARDED: 'true', ...more };
  const processes = await Promise.all([oneProcess(data, near), oneProcess(data, near)]);
  const proxy = await balancer(
    folder,
    at,
    processes.map(({ url }) => url),
  );
  const stop = async () => {
    await proxy.stop();
    await Promise.all(processes.map((one) => one.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: proxy.url, pids: processes.flatMap(({ pids }) => pids), stop };
}
