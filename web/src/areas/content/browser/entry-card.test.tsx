import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../../platform/i18n/i18n';
import { RegistryContext, registryOf } from '../../../platform/registry/registry';
import { content } from '../area';
import type { Entry } from '../queries';
import { EntryCard } from './EntryCard';

beforeAll(() => startI18n());

function folder(node_id: number, marks: Entry['marks']): Entry {
  return {
    node_id,
    node_type: 'folder',
    entry_type: 'folder',
    parent_id: 1,
    name: 'Plans',
    role: 'reader',
    locked: false,
    marks,
    item_count: 3,
    size: null,
    mime_type: null,
    modified_at: 0,
    preview: { status: 'none', placeholder: null, width: null, height: null, version: null },
  };
}

function card(entry: Entry) {
  const state = { selected: false, tabStop: false, menuOpen: false, dropTarget: false };
  return <EntryCard appId={1} entry={entry} column={0} {...state} />;
}

it('two folders of one name differ by their marks', () => {
  render(
    <MantineProvider>
      {card(folder(2, []))}
      {card(folder(3, [{ security_mark_id: 1, security_mark_key: 'Board' }]))}
    </MantineProvider>,
  );
  const [open, marked] = screen.getAllByRole('gridcell');
  expect(open?.textContent).not.toContain('Board');
  expect(marked?.textContent).toContain('Board');
});

it.each([
  ['Brief.txt', 'text', true],
  ['Offer.pdf', 'pdf', true],
  ['Beach.jpg', 'image', false],
])('of a page a card shows the top, of a picture the middle: %s', (name, entry_type, isPage) => {
  const file: Entry = { ...folder(4, []), node_type: 'file', entry_type, name, item_count: null };
  const { container } = render(
    <RegistryContext value={registryOf([content])}>
      <MantineProvider>{card(file)}</MantineProvider>
    </RegistryContext>,
  );
  expect(container.querySelector('[data-fit]')?.hasAttribute('data-pages')).toBe(isPage);
});
