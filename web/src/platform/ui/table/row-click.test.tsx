import { MantineProvider } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/i18n';
import { loadSettingsTexts } from '../../i18n/settings-texts';
import { Rows } from './Rows';

beforeAll(async () => {
  await startI18n();
  await loadSettingsTexts();
});

const open = vi.fn();
const edit = vi.fn();
const person = userEvent.setup();

afterEach(() => {
  open.mockClear();
  edit.mockClear();
  document.getSelection()?.removeAllRanges();
  cleanup();
});

function table(): void {
  const view = { q: '', order: 'name', page: 1, size: 5 as const, query: {}, show: () => undefined };
  render(
    <MantineProvider>
      <Rows
        title="People"
        view={view as never}
        columns={[
          { key: 'name', title: 'Name', cell: ({ name }) => name },
          { key: 'mail', title: 'E-mail', cell: ({ mail }) => mail },
          { key: 'site', title: 'Site', cell: () => <a href="#site">acme.example</a> },
        ]}
        rows={[{ name: 'Ana', mail: 'ana@acme.example' }]}
        rowId={({ name }) => name}
        rowName={({ name }) => name}
        open={open}
        actions={() => [{ key: 'edit', label: 'Edit', icon: IconPencil, run: edit }]}
      />
    </MantineProvider>,
  );
}

it('a click anywhere on a row opens it, once, and so does its name by keyboard', async () => {
  table();
  await person.click(screen.getByText('ana@acme.example'));
  expect(open).toHaveBeenCalledTimes(1);
  await person.click(screen.getByRole('button', { name: 'Ana' }));
  expect(open).toHaveBeenCalledTimes(2);
  screen.getByRole('button', { name: 'Ana' }).focus();
  await person.keyboard('{Enter}');
  expect(open).toHaveBeenCalledTimes(3);
});

it('links, menus and what lies in a menu keep their own clicks', async () => {
  table();
  await person.click(screen.getByRole('link', { name: 'acme.example' }));
  await person.click(screen.getByRole('button', { name: /Ana$/, expanded: false }));
  await person.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }));
  expect(edit).toHaveBeenCalledTimes(1);
  expect(open).not.toHaveBeenCalled();
});

it('who marks text in a row, or holds a key, opens nothing', async () => {
  table();
  const cell = screen.getByText('ana@acme.example');
  document.getSelection()?.selectAllChildren(cell);
  cell.click();
  document.getSelection()?.removeAllRanges();
  await person.keyboard('{Control>}');
  await person.click(cell);
  await person.keyboard('{/Control}');
  expect(open).not.toHaveBeenCalled();
});
