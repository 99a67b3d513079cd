import { cleanup, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import type { Schema } from '../../platform/api/client';
import { signedInAs } from '../../testing/account';
import { openPage } from '../../testing/open-page';
import { startServer } from '../../testing/server';

const server = startServer();
const core = 'http://vitrine.test/api/core';

const mail: Schema<'ServiceHealth'> = {
  ...{ kind: 'mail', name: 'folder', state: 'trouble', version: null, place: '/srv/mail', millis: null },
  ...{ waiting: 2, failed: 1, last_error: 'no such mailbox', lacks: null, files: null, read_since: null },
};

function email(over: Partial<Schema<'Posted'>>): Schema<'Posted'> {
  return {
    ...{ mail_id: 1, recipient: 'ana@acme.example', subject: 'Welcome', state: 'sent', error: null },
    ...{ created_at: 1_800_000_000, ended_at: 1_800_000_001, has_file: true },
    ...over,
  };
}

function posted(items: Schema<'Posted'>[]) {
  signedInAs(server, ['USER_MASTER']);
  server.use(
    http.get(`${core}/service`, () => HttpResponse.json({ at: 1, items: [mail], total: 1 })),
    http.get(`${core}/mail`, () => HttpResponse.json({ health: {}, items, total: items.length })),
    http.get(`${core}/mail/1`, () => HttpResponse.text('Subject: Welcome\r\n\r\nCome in: https://x.example/#t')),
  );
}

afterEach(cleanup);

it('shows the state of the mail, what became of each e-mail, and the text of one that was written', async () => {
  const failed = email({ mail_id: 2, state: 'failed', error: 'no such mailbox', has_file: false, subject: 'Lost' });
  posted([failed, email({})]);
  const { person } = await openPage('/settings/core/service');
  const panel = within(await screen.findByRole('region', { name: 'Mail' }));
  expect(panel.getByText(/2 wait/)).toBeTruthy();
  expect(panel.getByText(/^E-mails are not sent: they are written to this folder\./)).toBeTruthy();
  expect(await panel.findByText('Failed')).toBeTruthy();
  expect(panel.getByText('Written')).toBeTruthy();
  expect(panel.queryByText('Sent')).toBeNull();
  expect(panel.getAllByText('Last error: no such mailbox')).toHaveLength(2);
  await person.click(panel.getByRole('button', { name: 'Open Welcome, to ana@acme.example' }));
  const drawer = await screen.findByRole('dialog', { name: 'Welcome' });
  expect(await within(drawer).findByText(/Come in: https:\/\/x\.example/)).toBeTruthy();
  expect(panel.queryByRole('button', { name: /^Open Lost/ })).toBeNull();
});

it('says that nothing was posted yet', async () => {
  posted([]);
  await openPage('/settings/core/service');
  expect(await screen.findByText('No e-mail yet.')).toBeTruthy();
});

it('says how many files are looked after, and since when all were read again', async () => {
  const stored: Schema<'ServiceHealth'> = {
    ...{ ...mail, kind: 'stored_files', name: 'BLAKE3', place: null, waiting: null, failed: null },
    ...{ files: 2, read_since: 1_800_000_000, last_error: '1 files have other bytes than were stored' },
  };
  posted([]);
  server.use(http.get(`${core}/service`, () => HttpResponse.json({ at: 1, items: [stored], total: 1 })));
  await openPage('/settings/core/service');
  const panel = within(await screen.findByRole('region', { name: 'Stored files' }));
  expect(panel.getByText(/2 files · all read again since .*2027/)).toBeTruthy();
  expect(panel.getByText(/^Some files have other bytes than were stored, or none\./).textContent).not.toContain('`');
  expect(panel.getByText('vitrine doctor --hashes').tagName).toBe('CODE');
});

it('says what previews are drawn without', async () => {
  posted([]);
  const engine: Schema<'ServiceHealth'> = {
    ...mail,
    kind: 'engine',
    name: 'previews',
    lacks: 'landlock',
    last_error: null,
  };
  server.use(http.get(`${core}/service`, () => HttpResponse.json({ at: 1, items: [engine], total: 1 })));
  await openPage('/settings/core/service');
  expect(await screen.findByText(/This kernel has no Landlock/)).toBeTruthy();
});

it('calls what it stands on by words of the reader, and what it cannot know by its own name', async () => {
  posted([]);
  const queue = (name: string): Schema<'ServiceHealth'> => ({ ...mail, kind: 'queue', name, last_error: null });
  const stored: Schema<'ServiceHealth'> = { ...mail, kind: 'stored_files', name: 'BLAKE3', last_error: '1 files have' };
  const share: Schema<'ServiceHealth'> = { ...mail, kind: 'file_server', name: 'folder', last_error: null };
  const items = [mail, stored, share, queue('scrub'), queue('media.draw'), queue('newer')];
  server.use(http.get(`${core}/service`, () => HttpResponse.json({ at: 1, items, total: items.length })));
  await openPage('/settings/core/service', { language: 'pt' });
  const panelOf = async (name: string) => within(await screen.findByRole('region', { name }));
  expect((await panelOf('E-mail')).getByText('Pasta')).toBeTruthy();
  expect((await panelOf('Servidores de arquivos')).getByText('folder')).toBeTruthy();
  const queues = await panelOf('Filas');
  expect(queues.getByText('Releitura dos arquivos guardados')).toBeTruthy();
  expect(queues.getByText('Visualizações de arquivos novos')).toBeTruthy();
  expect(queues.getByText('newer')).toBeTruthy();
  expect(queues.getAllByText(/2 esperam/)).toHaveLength(2);
  expect(queues.getAllByText(/2 planejados/)).toHaveLength(1);
  const files = await panelOf('Arquivos guardados');
  expect(files.getByText(/^Há arquivos com bytes diferentes/)).toBeTruthy();
  expect(files.queryByText(/1 files have/)).toBeNull();
});
