import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../platform/api/query-client';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { startI18n } from '../../../platform/i18n/i18n';
import { startServer } from '../../../testing/server';
import { IconDialog } from './IconDialog';

const server = startServer();
const address = 'http://vitrine.test/api/app/4/actions/node/custom-icon/7';
const close = vi.fn();

beforeAll(async () => {
  await startI18n();
  await loadActionTexts();
});

// The test document draws nothing.
beforeEach(() => {
  queryClient.clear();
  close.mockReset();
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    if (!file.type.startsWith('image/')) throw new Error('no picture');
    return { width: 800, height: 400, close: () => undefined };
  });
  const context = { clearRect: () => undefined, drawImage: () => undefined };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['square'])));
});

function show(icon: string | null = null) {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <IconDialog appId={4} entry={{ node_id: 7, name: 'Campaign', icon }} close={close} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

function paste(type: string) {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { files: [new File(['bytes'], 'a', { type })] } });
  fireEvent(window, event);
}

it('a pasted picture is cut, sent as a form, and the dialog closes', async () => {
  const sent: string[] = [];
  server.use(
    http.post(address, ({ request }) => {
      sent.push(request.headers.get('content-type') ?? '');
      return HttpResponse.json({ node_id: 7, icon: 'abc' });
    }),
  );
  show();
  const save = await screen.findByRole('button', { name: 'Set icon' });
  expect(save).toHaveProperty('disabled', true);
  paste('image/png');
  const zoom = await screen.findByRole<HTMLInputElement>('slider', { name: 'Zoom' });
  const before = Number(zoom.value);
  fireEvent.keyDown(screen.getByRole('button', { name: /^Part of the picture/ }), { key: '+' });
  await waitFor(() => expect(Number(zoom.value)).toBeGreaterThan(before));
  fireEvent.click(save);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent).toEqual([expect.stringMatching(/^multipart\/form-data/)]);
});

it('says what is no picture, and what the server refuses', async () => {
  server.use(
    http.post(address, () =>
      HttpResponse.json({ status: 422, code: 'invalid', message: 'A PNG, please', errors: [] }, { status: 422 }),
    ),
  );
  show();
  await screen.findByRole('button', { name: 'Set icon' });
  paste('text/plain');
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot show this file/);
  paste('image/png');
  await screen.findByRole('slider', { name: 'Zoom' });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Set icon' }));
  expect((await screen.findByRole('alert')).textContent).toBe('A PNG, please');
  expect(close).not.toHaveBeenCalled();
});

it('takes the icon away of an entry that has one', async () => {
  const removed = vi.fn();
  server.use(
    http.get('http://vitrine.test/api/app/4/rendition/icon/7', () => HttpResponse.arrayBuffer(new ArrayBuffer(8))),
    http.delete(address, () => {
      removed();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  show('abc');
  fireEvent.click(await screen.findByRole('button', { name: 'Remove icon' }));
  await waitFor(() => expect(removed).toHaveBeenCalledOnce());
  expect(close).toHaveBeenCalledOnce();
});
