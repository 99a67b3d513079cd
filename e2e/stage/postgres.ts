import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Postgres = { url: string; stop: () => Promise<void> };

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
  const [bin, user] = [programs(), account()];
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pg-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const as = { ...user, stdio: 'ignore', cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } } as const;
  const make = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '-D', data];
  execFileSync(join(bin, 'initdb'), make, as);
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, '-h', '', '-F'], as);
  const ready = () => {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', folder, '-t', '1'], as);
      return true;
    } catch {
      return false;
    }
  };
  while (!ready()) if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`);
  return {
    url: `host=${folder} user=postgres dbname=postgres`,
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
