import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { startI18n } from '../../../platform/i18n/i18n';
import { LostMarks } from './LostMarks';
import type { Check } from './move-entries';

const ana = { items: [{ users_id: 7, name: 'Ana Souza', avatar_url: null }] };

it.each<[number, unknown, string]>([
  [1, null, 'Everybody who sees Archive will see it.'],
  [2, null, 'Everybody who sees Archive will see them.'],
  [1, ana, 'Everybody who sees Archive will see it, such as Ana Souza.'],
  [2, ana, 'Everybody who sees Archive will see them, such as Ana Souza.'],
])('of %i entries without their marks it is said who sees them', async (count, would_see, words) => {
  await startI18n();
  await loadActionTexts();
  const check = { lost_marks: ['secret'], would_see } as unknown as Check;
  render(
    <MantineProvider env="test">
      <LostMarks check={check} folder="Archive" count={count} reason="" change={vi.fn()} />
    </MantineProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe(words);
});
