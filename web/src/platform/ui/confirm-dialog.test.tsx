import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/i18n';
import { ConfirmDialog } from './ConfirmDialog';

beforeEach(startI18n);

it.each([
  ['what cannot be undone', false, 'Cancel', 0],
  ['what can be undone', true, 'Remove', 1],
])('Enter answers a question about %s with the button that has the focus', async (_, undoable, focused, runs) => {
  const calls = { run: vi.fn(async () => undefined), close: vi.fn() };
  render(
    <MantineProvider>
      <ConfirmDialog title="Remove" text="Remove it?" action="Remove" undoable={undoable} {...calls} />
    </MantineProvider>,
  );
  const button = await screen.findByRole('button', { name: focused });
  await waitFor(() => expect(document.activeElement).toBe(button));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(calls.close).toHaveBeenCalledTimes(1));
  expect(calls.run).toHaveBeenCalledTimes(runs);
});
