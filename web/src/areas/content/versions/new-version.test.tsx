import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { type ReactNode, useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../../platform/i18n/i18n';
import type { Chosen } from '../../../platform/uploads/dropped-files';
import { startServer } from '../../../testing/server';
import { startVersion } from './new-version';

const server = startServer();
beforeAll(() => startI18n());

const entry = { node_id: 8, name: 'plan.pdf', parent_id: 5 };
const chosen = (name: string): Chosen => ({ files: [{ file: new File(['x'], name), folders: [] }], emptyFolders: [] });

/** Where an action of the page shows its dialog. */
function Place({ opened }: { opened: { show: ((close: () => void) => ReactNode) | null } }) {
  const [open, setOpen] = useState(true);
  return open && opened.show?.(() => setOpen(false));
}

async function start(files: Chosen) {
  const opened: { show: ((close: () => void) => ReactNode) | null } = { show: null };
  const startUpload = vi.fn();
  const path = { items: [{ node_id: 5, name: 'Office' }] };
  server.use(http.get('http://vitrine.test/api/app/4/entry/8/parent', () => HttpResponse.json(path)));
  await startVersion(entry, files, {
    ...{ appId: 4, startUpload },
    open: (show) => {
      opened.show = show;
    },
  });
  render(
    <MantineProvider>
      <Place opened={opened} />
    </MantineProvider>,
  );
  return startUpload;
}

it('a file of the same type becomes the new version at once, whatever it is called', async () => {
  const files = chosen('Plan, as agreed.PDF');
  const startUpload = await start(files);
  expect(startUpload).toHaveBeenCalledWith(
    { appId: 4, nodeId: 5, name: 'plan.pdf', replaces: { nodeId: 8, name: 'plan.pdf' } },
    files,
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a file of another type is asked about with both names, and becomes a file of its own', async () => {
  const files = chosen('plan.docx');
  const startUpload = await start(files);
  const dialog = await screen.findByRole('dialog', { name: 'This is another type of file' });
  expect(dialog.textContent).toContain('plan.pdfPDF');
  expect(dialog.textContent).toContain('plan.docxDOCX');
  expect(startUpload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Upload as a file of its own' }));
  expect(startUpload).toHaveBeenCalledWith({ appId: 4, nodeId: 5, name: 'Office' }, files);
  expect(screen.queryByRole('dialog')).toBeNull();
});
