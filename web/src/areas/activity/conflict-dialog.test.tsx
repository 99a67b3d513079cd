import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../platform/i18n/i18n';
import { loadTrayTexts } from '../../platform/i18n/tray-texts';
import type { Conflict } from '../../platform/uploads/start-upload';
import { ConflictDialog } from './ConflictDialog';

beforeAll(async () => {
  await startI18n();
  await loadTrayTexts();
});

function conflict(name: string, mayReplace: boolean): Conflict {
  const existing = { nodeId: 7, bytes: 10, modifiedAt: 20, mayReplace };
  return { path: '', name, kind: 'exists', file: new File(['x'], name), existing };
}

function asked(...conflicts: Conflict[]) {
  const answer = vi.fn();
  render(
    <MantineProvider env="test">
      <ConflictDialog conflicts={conflicts} appId={1} folder="Summer" answer={answer} />
    </MantineProvider>,
  );
  return answer;
}

const offered = () => screen.getAllByRole('button').flatMap((button) => button.textContent || []);

it('offers to replace a file, and says where the former one goes', async () => {
  const answer = asked(conflict('plan.txt', true));
  expect(screen.getByText('plan.txt exists already. Replace it, keep both, or skip it?')).toBeTruthy();
  expect(screen.getByText('What is replaced stays as an earlier version of its file.')).toBeTruthy();
  expect(offered()).toEqual(['Cancel', 'Skip', 'Keep both', 'Replace']);
  await userEvent.click(screen.getByRole('button', { name: 'Replace' }));
  expect(answer.mock.calls).toEqual([['replace']]);
});

it('does not offer it where nothing can be replaced', () => {
  asked(conflict('plan.txt', false));
  expect(screen.getByText('plan.txt exists already. Keep both, or skip it?')).toBeTruthy();
  expect(offered()).toEqual(['Cancel', 'Skip', 'Keep both']);
});

it('says what becomes of those that cannot be replaced', () => {
  asked(conflict('a.txt', true), conflict('b.txt', false), conflict('c.txt', false));
  expect(screen.getByText(/2 of them cannot be replaced: “Replace” keeps both\./)).toBeTruthy();
});
