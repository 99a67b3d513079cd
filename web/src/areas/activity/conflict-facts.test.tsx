import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../platform/i18n/i18n';
import { loadTrayTexts } from '../../platform/i18n/tray-texts';
import type { Conflict } from '../../platform/uploads/start-upload';
import { ConflictFacts } from './ConflictFacts';

beforeAll(async () => {
  await startI18n();
  await loadTrayTexts();
});

const file = new File(['x'.repeat(2048)], 'plan.txt', { lastModified: Date.UTC(2026, 10, 29, 12) });

function shown(over: Partial<Conflict>) {
  const conflict: Conflict = { path: '', name: 'plan.txt', kind: 'exists', file, existing: null, ...over };
  render(
    <MantineProvider>
      <ConflictFacts conflict={conflict} folder="Summer" />
    </MantineProvider>,
  );
}

it('says how large and how old both files are', () => {
  const modifiedAt = Date.UTC(2026, 10, 12, 12) / 1000;
  shown({ path: 'Trip/Day 1', existing: { nodeId: 7, bytes: 1024, modifiedAt, mayReplace: true } });
  expect(screen.getByText(/^In Day 1: 1 KB, .*12.*2026/)).toBeDefined();
  expect(screen.getByText(/^New: 2 KB, .*29.*2026/)).toBeDefined();
});

it('says only where the name is, if a folder has it', () => {
  shown({ existing: { nodeId: 7, bytes: null, modifiedAt: null, mayReplace: false } });
  expect(screen.getByText('In Summer already')).toBeDefined();
  expect(screen.queryByText(/^New/)).toBeNull();
});
