import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { startI18n } from '../../../platform/i18n/i18n';
import { SortMenu } from './FolderMenus';

it('the button of a tool says that it opens a menu, and whether it is open, below its tooltip', async () => {
  await startI18n();
  const target = <button type="button" aria-label="Sort" />;
  render(
    <MantineProvider>
      <SortMenu target={target} order="name" reorder={() => undefined} />
    </MantineProvider>,
  );
  const person = userEvent.setup();
  const button = screen.getByRole('button', { name: 'Sort' });
  expect(['aria-haspopup', 'aria-expanded'].map((name) => button.getAttribute(name))).toEqual(['menu', 'false']);
  await person.hover(button);
  const tooltip = await screen.findByRole('tooltip', { hidden: true });
  expect(tooltip.getAttribute('aria-haspopup')).toBeNull();
  await person.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(await screen.findByRole('menuitemradio', { name: 'Largest first', hidden: true })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull());
});
