import { expect, it, vi } from 'vitest';
import type { Entry } from '../../platform/registry/actions';
import { askAction } from './ask-action';

vi.mock('i18next', () => ({
  default: { t: (key: string, { name }: { name?: string }) => [key, name].join(' ').trim() },
}));

function entry(node_id: number, of?: { node_id: number; name: string } | null, waits = false): Entry {
  const request = of === undefined ? null : { of, waits, asked: waits ? 'Ana' : null, others: false };
  return { node_id, name: `${node_id}.jpg`, download_request: request } as Entry;
}

const office = { node_id: 5, name: 'Office' };

it.each<[string, Entry[], boolean]>([
  ['one', [entry(1, office)], true],
  ['one at a closed folder', [entry(1, null)], true],
  ['several at one folder', [entry(1, office), entry(2, office)], true],
  ['some at one folder, others at none', [entry(1), entry(2, null)], true],
  ['several at two folders', [entry(1, office), entry(2, { node_id: 2, name: '2.jpg' })], false],
  ['several at closed folders', [entry(1, null), entry(2, null)], false],
  ['nothing to ask for', [entry(1)], false],
  ['nothing', [], false],
])('what is asked for together: %s', (_, entries, expected) => {
  expect(askAction.fits(entries)).toBe(expected);
});

it('the hint names the folder, and an entry that is asked for by itself has none', () => {
  expect(askAction.label([entry(1, office, true), entry(2, office, true)])).toBe('waitsFor Ana');
  expect(askAction.hint?.([entry(1, office)])).toBe('hint Office');
  expect(askAction.hint?.([entry(5, office)])).toBeNull();
  expect(askAction.hint?.([entry(1, null)])).toBeNull();
});
