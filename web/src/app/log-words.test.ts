import { existsSync, readdirSync, readFileSync } from 'node:fs';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { namespaces } from '../../build/texts';
import { startI18n } from '../platform/i18n/i18n';
import { registryOf } from '../platform/registry/registry';
import { areas } from './areas';

type Expectation = { log?: { not_recorded?: string } };

/** The operations that may write, from the reference page that is generated from the server's router. */
function writing(): string[] {
  const page = readFileSync('../docs/reference/gates.md', 'utf8');
  const rows = page.matchAll(/^\| (?:POST|PUT|PATCH|DELETE) \| `[^`]*` \| (\w+) \|/gm);
  return [...rows].map(([, operation]) => operation ?? '');
}

function sources(): string[] {
  return ['../areas', '../platform', '../server'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(^|\/)src\/.*\.rs$/.test(path) && !path.endsWith('/tests.rs'))
      .map((path) => `${root}/${path}`),
  );
}

/** The acts that the server's code names where it records them: of operations, jobs and commands. */
function recorded(): Set<string> {
  const found = new Set<string>();
  for (const path of sources()) {
    const [code = ''] = readFileSync(path, 'utf8').split('#[cfg(test)]');
    const calls = code.matchAll(/(?:\bAct::new|\blog::record)\(([^;]*?)(?:"([^"]+)"|\b([A-Z][A-Z_]+)),/g);
    for (const [, before = '', literal, constant] of calls) {
      // The act is the first argument, or the third after the transaction and the author.
      if (before.trim() !== '' && !/^\s*tx,/.test(before)) continue;
      const named = new RegExp(`const ${constant}: &str = "([^"]+)"`).exec(code);
      found.add(literal ?? named?.[1] ?? `${path}: ${constant}`);
    }
  }
  return found;
}

const operations = writing();
const found = recorded();

/**
 * Operations that leave no entry: the server's areas say so, each with its reason, beside their tests. An operation that
 * the code records nevertheless is not among them.
 */
const unrecorded = readdirSync('../areas')
  .map((area) => `../areas/${area}/tests/expectations.json`)
  .filter((path) => existsSync(path))
  .flatMap((path) => Object.entries<Expectation>(JSON.parse(readFileSync(path, 'utf8'))))
  .filter(([, { log }]) => log?.not_recorded !== undefined)
  .map(([operation]) => operation)
  .filter((operation) => operations.includes(operation) && !found.has(operation))
  .sort();

await startI18n();
const { subjects } = await registryOf(areas).logWords();
const acts = subjects.flatMap((subject) => [...subject.acts.keys()]);

test('every operation that writes has words in the log, or is known to leave no entry', () => {
  expect(operations.length).toBeGreaterThan(50);
  expect(operations.filter((operation) => !acts.includes(operation)).sort()).toEqual(unrecorded);
});

test('every act that the code of the server records has words in the log, and no other act has', () => {
  expect(found.size).toBeGreaterThan(50);
  const known = new Set([...operations.filter((operation) => !unrecorded.includes(operation)), ...found]);
  expect([...acts].sort()).toEqual([...known].sort());
});

test('areas have no words in their files for acts that there are not', () => {
  const words = namespaces.filter((namespace) => namespace.endsWith('_log'));
  const named = words.flatMap((namespace) => Object.keys(i18next.getResourceBundle('en', namespace).what ?? {}));
  expect(named.sort()).toEqual([...acts].sort());
});

test('no act is offered twice', () => {
  expect(acts.length).toBe(new Set(acts).size);
});
