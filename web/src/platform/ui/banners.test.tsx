import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/i18n';
import { Banners, becomes, showBanner, showGoingOn } from './banners';

beforeAll(() => startI18n());
afterEach(() => act(() => notifications.clean()));

function page() {
  render(
    <MantineProvider env="test">
      <Banners />
    </MantineProvider>,
  );
}

it('a banner of what goes on says how it ended, in its place', async () => {
  page();
  const [undo, lead] = [{ run: vi.fn(async () => undefined) }, { label: 'Open the folder', run: vi.fn() }];
  let id = '';
  act(() => {
    id = showGoingOn('Copying', undo);
  });
  expect(screen.getByText('Copying')).toBeTruthy();
  act(() => becomes(id, { kind: 'success', message: 'Copied', undo, lead }));
  expect(screen.queryByText('Copying')).toBeNull();
  expect(screen.getAllByText('Copied')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Open the folder' }));
  expect(lead.run).toHaveBeenCalledOnce();
  expect(undo.run).not.toHaveBeenCalled();
});

it('a banner that was gone by then comes back for it', () => {
  page();
  let id = '';
  act(() => {
    id = showGoingOn('Moving', { run: async () => undefined });
  });
  act(() => {
    notifications.clean();
  });
  act(() => becomes(id, { kind: 'info', message: 'Moved in part' }));
  expect(screen.getByText('Moved in part')).toBeTruthy();
});

it('banners lie below menus', () => {
  page();
  act(() => showBanner('info', 'Locked', {}));
  const place = screen.getByText('Locked').closest('[data-position]');
  expect(place instanceof HTMLElement && Number(place.style.getPropertyValue('--notifications-z-index'))).toBe(280);
});
