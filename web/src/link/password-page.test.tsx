import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { api, openLink, openLinkPage } from '../testing/open-link';
import { startServer } from '../testing/server';

const server = startServer();

/** A link with a password, which `refusal` answers until the right one is entered. */
function locked(refusal: () => Response): { tries: string[] } {
  const tries: string[] = [];
  let entered = false;
  server.use(
    http.get(api, () => {
      const { front } = openLink();
      return HttpResponse.json(entered ? openLink() : { state: 'password', front });
    }),
    http.get(`${api}/entries`, () =>
      entered ? HttpResponse.json({ items: [], next: null, path: [] }) : new HttpResponse(null, { status: 404 }),
    ),
    http.post(`${api}/open`, async ({ request }) => {
      const { password } = (await request.json()) as { password: string };
      tries.push(password);
      if (password !== 'right one') return refusal();
      entered = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { tries };
}

const field = () => screen.findByLabelText('Password');
const open = () => screen.getByRole('button', { name: 'Open' });

it('tells whose page it is, and nothing of what is shared', async () => {
  locked(() => new HttpResponse(null, { status: 403 }));
  openLinkPage();
  await waitFor(async () => expect(await field()).toBe(document.activeElement));
  expect(document.body.textContent).toContain('Casa Lumen');
  expect(document.body.textContent).not.toContain('Summer');
  await waitFor(() => expect(document.title).toBe('A password opens this link – Casa Lumen'));
});

it('refuses a wrong password in words, and opens with the right one', async () => {
  const { tries } = locked(() => new HttpResponse(null, { status: 403 }));
  openLinkPage();
  await field();
  await userEvent.click(open());
  await screen.findByText('Enter the password.');
  await userEvent.type(await field(), 'wrong one{Enter}');
  await screen.findByText('That is not the password.');
  expect((await field()).getAttribute('aria-invalid')).toBe('true');
  expect(await field()).toBe(document.activeElement);
  await userEvent.clear(await field());
  await userEvent.type(await field(), 'right one{Enter}');
  await screen.findByRole('heading', { name: 'Summer 2026' });
  expect(tries).toEqual(['wrong one', 'right one']);
});

it('waits when there were too many attempts, and sends none meanwhile', async () => {
  const { tries } = locked(() => new HttpResponse(null, { status: 429, headers: { 'retry-after': '20' } }));
  openLinkPage();
  await userEvent.type(await field(), 'wrong one{Enter}');
  await screen.findByText(/^Too many attempts\. Try again in (20|19) seconds\.$/);
  await userEvent.click(open());
  expect(tries).toEqual(['wrong one']);
});

it('says that the link has ended if it does so in the meantime', async () => {
  locked(() => {
    server.use(http.get(api, () => new HttpResponse(null, { status: 404 })));
    return new HttpResponse(null, { status: 404 });
  });
  openLinkPage();
  await userEvent.type(await field(), 'wrong one{Enter}');
  await screen.findByRole('heading', { name: 'This link does not work any more' });
});
