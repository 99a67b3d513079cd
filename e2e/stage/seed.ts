import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { password } from './people.ts';
import { program } from './program.ts';

/** Draws the demonstration organisation once; every worker's server starts on a copy of it. */
export default function seed(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-journeys-'));
  const data = join(folder, 'seed');
  execFileSync(program, ['seed', '--data', data, '--password', password], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.env.VITRINE_JOURNEYS = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
