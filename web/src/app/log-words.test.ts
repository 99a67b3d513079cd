import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { registryOf } from '../platform/registry/registry';
import { areas } from './areas';

/** They read, ask, or store nothing worth recording. */
const unrecorded = [
  'byte_cookie_remove',
  'byte_cookie_set',
  'cancel_background_action',
  'clear_background_actions',
  'entry_exists',
  'file_prepare',
  'file_upload_terminate',
  'forgotten_password',
  'invitation_show',
  'provider_begin',
  'renew_token',
];

/** Acts that jobs of the server record. */
const byJobs = ['file_damaged', 'sign_in_refused'];

/** The operations that may write, from the reference page that is generated from the server's router. */
function writing(): string[] {
  const page = readFileSync('../docs/reference/gates.md', 'utf8');
  const rows = page.matchAll(/^\| (?:POST|PUT|PATCH|DELETE) \| `[^`]*` \| (\w+) \|/gm);
  return [...rows].map(([, operation]) => operation ?? '');
}

const { subjects } = await registryOf(areas).logWords();
const ofSubject = (wanted: (subject: string) => boolean) =>
  subjects.filter(({ subject }) => wanted(subject)).flatMap(({ acts }) => [...acts.keys()]);

test('every operation that writes has words in the log, or is known to leave no entry', () => {
  const operations = writing();
  const commands = ofSubject((subject) => subject === 'commands');
  const told = ofSubject((subject) => subject !== 'commands');
  expect(operations.length).toBeGreaterThan(50);
  expect([...told, ...unrecorded].sort()).toEqual([...new Set([...operations, ...byJobs])].sort());
  expect(commands.filter((command) => operations.includes(command))).toEqual([]);
});

test('no act is offered twice', () => {
  const acts = ofSubject(() => true);
  expect(acts.length).toBe(new Set(acts).size);
});
