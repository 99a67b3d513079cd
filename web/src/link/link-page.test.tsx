import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { api, openLink, openLinkPage, serve } from '../testing/open-link';
import { startServer } from '../testing/server';
import { sharedEntry as entry } from '../testing/shared-entry';
import { speak } from './texts';

const server = startServer();
afterEach(() => speak('en'));

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('a link that is none has one calm page', async () => {
  server.use(http.get(`${api}*`, () => new HttpResponse(null, { status: 404 })));
  openLinkPage();
  await heading('This link does not work any more');
  expect(screen.queryByRole('button')).toBeNull();
});

it('what cannot be reached is asked for again, by hand and with the connection', async () => {
  server.use(http.get(`${api}*`, () => HttpResponse.error()));
  openLinkPage();
  await heading('The page cannot be shown');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('The page cannot be shown');
  serve(server, openLink(), { top: { items: [entry(1)] } });
  window.dispatchEvent(new Event('online'));
  await heading('Summer 2026');
});

it('says who shares how much, and until when', async () => {
  serve(server, openLink({ expires_at: Date.now() / 1000 + 600, bytes: 212 * 1024 * 1024, count: 14 }), {
    top: { items: [entry(1)] },
  });
  openLinkPage();
  await screen.findByText('Shared by Ana Souza · 14 files · 212 MB');
  expect(screen.getByText(/^Ends in (9|10) minutes$/).closest('[title]')).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('Summer 2026 – Casa Lumen'));
});

it('speaks Portuguese', async () => {
  speak('pt');
  serve(server, openLink({ title: null, kind: 'selection', count: 2, bytes: null }), {
    top: { items: [entry(1), entry(2)] },
  });
  openLinkPage();
  await heading('2 arquivos');
  await screen.findByText('Compartilhado por Ana Souza · 2 arquivos');
  expect(screen.getAllByRole('link', { name: 'Baixar tudo' })[0]?.getAttribute('href')).toBe('/api/link/abc/archive');
});

it('a link to look at offers nothing to download', async () => {
  const film = entry(2, { name: 'Clip.mp4', mime: 'video/mp4', entry_type: 'video' });
  serve(server, openLink({ may_download: false }), { top: { items: [entry(1), film] } });
  openLinkPage('/l/abc#2');
  await screen.findByText('To look at, not to download');
  const viewer = await screen.findByRole('dialog', { name: 'Preview of Clip.mp4' });
  await waitFor(() => expect(viewer.querySelector('img[alt="Clip.mp4"]')).not.toBeNull());
  expect(document.querySelector('video, a[download], a[href*="content"]')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull();
});

it('counts the downloads that are left, each file once', async () => {
  serve(server, openLink({ kind: 'file', title: 'Photo 1.jpg', downloads_left: 1 }), { top: { items: [entry(1)] } });
  openLinkPage();
  const button = await screen.findByRole('link', { name: 'Download' });
  expect(button.getAttribute('href')).toBe('/api/link/abc/content/1?download=true');
  screen.getByText('1 download left');
  button.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(button);
  await screen.findByText('All downloads of this link are used up');
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
});

it('what was downloaded is not taken off again when the link is read anew', async () => {
  const folder = entry(9, { name: 'Inner', kind: 'folder' });
  let [left, reads] = [4, 0];
  serve(server, openLink(), { top: { items: [entry(1), folder] } });
  server.use(
    http.get(api, () => {
      reads += 1;
      const title = reads > 1 ? 'Read anew' : 'Summer 2026';
      return HttpResponse.json(openLink({ downloads_left: left, title }));
    }),
  );
  openLinkPage();
  await screen.findByText('4 downloads left');
  const all = (await screen.findAllByRole('link', { name: 'Download all' }))[0] as HTMLElement;
  all.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(all);
  await screen.findByText('3 downloads left');
  left = 3;
  // The folder is gone, so the link is read again.
  await userEvent.click(screen.getByRole('link', { name: /Inner/ }));
  await waitFor(() => expect(document.title).toContain('Read anew'));
  expect(screen.getByText('3 downloads left')).toBeTruthy();
  expect(screen.queryByText('2 downloads left')).toBeNull();
});

it('a file is shown with its facts', async () => {
  serve(server, openLink({ kind: 'file', title: 'Photo 1.jpg', count: 1, bytes: 1024 }), {
    top: { items: [entry(1)] },
  });
  openLinkPage();
  await heading('Photo 1.jpg');
  await waitFor(() => expect(document.querySelector('img[alt="Photo 1.jpg"]')).not.toBeNull());
  const facts = [...document.querySelectorAll('dl > div')].map((one) => one.textContent);
  expect(facts).toEqual(['TypePicture', 'Size1\u00a0KB', 'Pixels1800 × 1200', 'Changed26 Oct 2026']);
});

it('a text is read in place, unless that would use up a download', async () => {
  const text = entry(1, { name: 'Notes.txt', mime: 'text/plain', entry_type: 'text', has_picture: false });
  let reads = 0;
  server.use(
    http.get(`${api}/content/1`, () => {
      reads += 1;
      return HttpResponse.text('Olá, verão');
    }),
  );
  serve(server, openLink({ kind: 'file', title: text.name }), { top: { items: [text] } });
  openLinkPage();
  await screen.findByText('Olá, verão');
  expect(reads).toBe(1);
});

it('separated values are read as a table', async () => {
  const table = entry(1, { name: 'Prices.csv', mime: 'text/csv', entry_type: 'text', has_picture: false });
  server.use(http.get(`${api}/content/1`, () => HttpResponse.text('item;price\nchair;"1;50"\n')));
  serve(server, openLink({ kind: 'file', title: table.name }), { top: { items: [table] } });
  openLinkPage();
  const shown = await screen.findByRole('table', { name: 'Prices.csv' });
  const cells = [...shown.querySelectorAll('th, td')].map((cell) => cell.textContent);
  expect(cells).toEqual(['item', 'price', 'chair', '1;50']);
});

it('a limited link fetches no original that nobody has asked for', async () => {
  const text = entry(1, { name: 'Notes.txt', mime: 'text/plain', entry_type: 'text', has_picture: false });
  const film = entry(2, { name: 'Clip.mp4', mime: 'video/mp4', entry_type: 'video' });
  serve(server, openLink({ downloads_left: 5 }), { top: { items: [text, film] } });
  openLinkPage('/l/abc#1');
  await screen.findByText('This file cannot be shown here.');
  await userEvent.click(screen.getByRole('button', { name: 'Next file' }));
  const player = await waitFor(() => {
    const found = document.querySelector('video');
    if (found === null) throw new Error('no player');
    return found;
  });
  expect(player.preload).toBe('none');
  player.dispatchEvent(new Event('play'));
  await screen.findByText('4 downloads left');
});

it('a film that the browser cannot play is its picture', async () => {
  const film = entry(2, { name: 'Clip.mov', mime: 'video/quicktime', entry_type: 'video' });
  serve(server, openLink({ kind: 'file', title: film.name }), { top: { items: [film] } });
  openLinkPage();
  await waitFor(() => expect(document.querySelector('video')).not.toBeNull());
  document.querySelector('video')?.dispatchEvent(new Event('error'));
  await waitFor(() => expect(document.querySelector('img[alt="Clip.mov"]')).not.toBeNull());
});
