import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryClient } from '../../../platform/api/query-client';
import { changeLanguage, type Language, startI18n } from '../../../platform/i18n/i18n';
import { noPreview } from '../../../testing/preview';
import type { Entry } from '../queries';
import { RemoveDialog } from './RemoveDialog';

function entry(node_id: number): Entry {
  return {
    ...{ node_id, name: `${node_id}.txt`, parent_id: 5, node_type: 'file', entry_type: null, role: 'manager', size: 1 },
    ...{ mime_type: null, modified_at: 0, locked: false, marks: [], item_count: null },
    preview: noPreview,
  };
}

it.each<[Language, number, RegExp]>([
  ['en', 1, /^It stays in the bin/],
  ['en', 2, /^They stay in the bin/],
  ['pt', 1, /^Fica na lixeira/],
  ['pt', 2, /^Ficam na lixeira/],
])('what happens to removed entries is told by their number: in %s, of %i', async (language, number, told) => {
  await startI18n();
  await changeLanguage(language);
  const entries = [8, 9].slice(0, number).map(entry);
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RemoveDialog appId={4} entries={entries} close={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText(told)).toBeTruthy();
});
