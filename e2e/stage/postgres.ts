import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Postgres = { url: string; run: (sql: string) => void; stop: () => Promise<void> };

export type Cluster = {
  /** The address of a new, empty database. */
  database: () => string;
  run: (database: string, sql: string) => void;
  stop: () => Promise<void>;
  /** Ends it without waiting. */
  end: () => void;
};

function programs(): string {
  const given = process.env.VITRINE_TEST_POSTGRES;
  if (given !== undefined) return given;
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const folder = versions
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((bin) => existsSync(`${bin}/initdb`));
  if (folder === undefined) throw new Error("PostgreSQL's programs are needed: apt-get install postgresql");
  return folder;
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

/** An empty cluster on a socket in a folder of its own, for journeys that need several servers at once. */
export async function postgres(): Promise<Postgres> {
  const { database, run, stop } = cluster();
  const url = database();
  return { url, run: (sql) => run(url, sql), stop };
}

/** A cluster on a socket in a folder of its own. When this returns, it answers. */
export function cluster(): Cluster {
  const [bin, user] = [programs(), account()];
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pg-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const as = { ...user, stdio: 'ignore', cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } } as const;
  const make = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '-D', data];
  execFileSync(join(bin, 'initdb'), make, as);
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, '-h', '', '-F', '-N', '200'], as);
  const ready = () => {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', folder, '-t', '1'], as);
      return true;
    } catch {
      return false;
    }
  };
  for (let tries = 0; !ready(); tries += 1) if (tries > 6_000) throw new Error('PostgreSQL does not answer.');
  let made = 0;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  return {
    database: () => {
      made += 1;
      execFileSync(join(bin, 'createdb'), ['-h', folder, '-U', 'postgres', `installation${made}`], as);
      return `host=${folder} user=postgres dbname=installation${made}`;
    },
    run: (database, sql) => {
      execFileSync(join(bin, 'psql'), ['--quiet', '--set', 'ON_ERROR_STOP=1', '--command', sql, database], as);
    },
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
      remove();
    },
    end: () => {
      child.kill('SIGQUIT');
      remove();
    },
  };
}
