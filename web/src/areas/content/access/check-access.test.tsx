import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../../platform/api/query-client';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { changeLanguage, type Language, startI18n } from '../../../platform/i18n/i18n';
import { problem } from '../../../testing/answers';
import { startServer } from '../../../testing/server';
import { AccessAnswer } from './AccessAnswer';
import { AccessDialog } from './AccessDialog';
import { toldTogether } from './checked-marks';
import type { AccessCheck, CheckedMark } from './grants';

const server = startServer();
const at = 'http://vitrine.test/api/node/grant';

const above = { node_id: 7, node_name: 'Campaigns', node_type: 'folder', open: true, inherited: true } as const;
const here = { ...above, node_id: 8, node_name: 'Summer', inherited: false } as const;
const closed: AccessCheck = {
  ...{ name: 'Ana Souza', active: true, role: null, role_without_marks: null, passes: false, by_office: false },
  ...{ by: [], kept_out_by: [], cleared: [] },
};
const byMarketing = {
  grant_id: 1,
  user_group_id: 3,
  users_id: null,
  name: 'Marketing',
  role: 'writer',
  ...above,
} as const;
const writer: AccessCheck = { ...closed, role: 'writer', role_without_marks: 'writer', by: [byMarketing] };

function mark(id: number, key: string, over: Partial<CheckedMark> = {}): CheckedMark {
  const of = { security_mark_id: id, security_mark_key: key, security_group_id: 1, match_type: 'and' } as const;
  return { ...of, cleared_by: [], ...above, ...over };
}

async function show(element: ReactElement, language: Language = 'en') {
  queryClient.clear();
  await startI18n();
  await loadActionTexts();
  await changeLanguage(language);
  const routeTree = createRootRoute({ component: () => element });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
  const view = render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, person: userEvent.setup() };
}

const words = (element: HTMLElement) => [...element.querySelectorAll('p, li')].map((line) => line.textContent);

it.each<[string, AccessCheck, string[]]>([
  ['a grant above', writer, ['Ana Souza may open it as writer', 'By the group Marketing, from Campaigns']],
  [
    'a grant of their own on the node itself',
    { ...writer, by: [{ ...byMarketing, user_group_id: null, users_id: 5, name: 'Ana Souza', ...here }] },
    ['Ana Souza may open it as writer', 'Granted directly, here'],
  ],
  [
    'a folder that one may not see',
    { ...writer, by: [{ ...byMarketing, node_name: null, open: false }] },
    ['Ana Souza may open it as writer', 'By the group Marketing, from a folder you may not see'],
  ],
  [
    'an admin',
    { ...writer, role: 'manager', by_office: true, by: [] },
    ['Ana Souza may open it as manager', 'As an admin of the organisation'],
  ],
  [
    'a mark that they are cleared for',
    { ...writer, cleared: [mark(1, 'Internal', { cleared_by: [{ user_group_id: 4, group_title: 'Brand leads' }] })] },
    [
      'Ana Souza may open it as writer',
      'By the group Marketing, from Campaigns',
      'Cleared for the mark Internal by Brand leads',
    ],
  ],
  [
    'a mark that keeps them out',
    { ...closed, role_without_marks: 'writer', kept_out_by: [mark(1, 'Confidential')] },
    ['Ana Souza may not open it', 'Kept out by the mark Confidential, from Campaigns'],
  ],
  [
    'marks of which one would be enough, and no grant',
    { ...closed, kept_out_by: [mark(1, 'Brazil', { match_type: 'or' }), mark(2, 'Portugal', { match_type: 'or' })] },
    [
      'Ana Souza may not open it',
      'Nobody has granted them access',
      'Cleared for none of the marks Brazil, Portugal, from Campaigns',
    ],
  ],
  [
    'something open inside',
    { ...closed, passes: true },
    ['Ana Souza may not open it', 'Only its name is shown to them, because something inside is open to them'],
  ],
  [
    'somebody who is switched off',
    { ...closed, active: false },
    ['Ana Souza may not open it', 'Switched off: no access'],
  ],
])('the answer tells of %s', async (_, check, lines) => {
  const { container } = await show(<AccessAnswer appId={4} check={check} ofGroup={false} />);
  await screen.findByText(/^Ana Souza may/);
  expect(words(container)).toEqual(lines);
});

it('the grant of a checked group is its own', async () => {
  const { container } = await show(<AccessAnswer appId={4} check={{ ...writer, name: 'Marketing' }} ofGroup />);
  await screen.findByText('Marketing may open it as writer');
  expect(words(container)).toEqual(['Marketing may open it as writer', 'Granted directly, from Campaigns']);
  expect(screen.getByRole('link', { name: 'from Campaigns' }).getAttribute('href')).toBe('/content/4/navigation/7');
});

it('the answer is told in Portuguese', async () => {
  const { container } = await show(<AccessAnswer appId={4} check={writer} ofGroup={false} />, 'pt');
  await screen.findByText(/^Ana Souza/);
  expect(words(container)).toEqual(['Ana Souza pode abrir como editor', 'Pelo grupo Marketing, de Campaigns']);
});

it('marks are told together where one clearance of their group would be enough', () => {
  const or = { match_type: 'or' } as const;
  const [a, b, c] = [mark(1, 'A', or), mark(2, 'B', { ...or, security_group_id: 2 }), mark(3, 'C', or)];
  const [d, e] = [mark(4, 'D', { security_group_id: 3 }), mark(5, 'E', { security_group_id: 3 })];
  expect(toldTogether([a, b, c, d, e])).toEqual([[a, c], [b], [d], [e]]);
});

/** The dialog of a folder to which people can be given access. */
async function openDialog(check: () => Response) {
  const candidate = { users_id: 5, name: 'Ana Souza', email: 'ana@acme.example', avatar_url: null };
  const guest = { users_id: 9, name: 'Rafael Vitor', email: 'rafael@partner.example', avatar_url: null };
  const asked: string[] = [];
  server.use(
    http.get(`${at}/node/8`, () => HttpResponse.json({ items: [], total: 0 })),
    http.get(`${at}/8/parents`, () => HttpResponse.json({ items: [], total: 0 })),
    http.get(`${at}/node/8/candidate`, () => HttpResponse.json({ groups: [], users: [candidate], guests: [guest] })),
    http.get(`${at}/node/8/check`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return check();
    }),
  );
  const close = vi.fn();
  const node = { node_id: 8, name: 'Summer', node_type: 'folder' } as const;
  const { person } = await show(<AccessDialog appId={4} node={node} close={close} />);
  const field = await screen.findByRole('combobox', { name: 'Check a person or a group' });
  await person.type(field, 'ana');
  // The other field of the dialog offers the same people, in a list of its own.
  const list = await screen.findByRole('listbox', { name: 'Check a person or a group', hidden: true });
  await person.click(await within(list).findByRole('option', { name: /Ana Souza/, hidden: true }));
  return { person, field, close, asked };
}

it('a person is checked in place, and Escape clears the answer before it closes the dialog', async () => {
  const { person, field, close, asked } = await openDialog(() => HttpResponse.json(writer));
  const status = await screen.findByRole('status');
  expect(await within(status).findByText('Ana Souza may open it as writer')).toBeTruthy();
  expect(asked).toEqual(['?users_id=5']);
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'));
  field.focus();
  await person.keyboard('{Escape}');
  expect(close).not.toHaveBeenCalled();
  await waitFor(() => expect(within(status).queryByText(/may open/)).toBeNull());
  expect((field as HTMLInputElement).value).toBe('');
  await person.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});

it('the button of the field clears the answer', async () => {
  const { person, field } = await openDialog(() => HttpResponse.json(writer));
  await screen.findByText('Ana Souza may open it as writer');
  await person.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(screen.queryByText(/may open/)).toBeNull());
  expect((field as HTMLInputElement).value).toBe('');
});

it('somebody who is gone meanwhile is told in words', async () => {
  await openDialog(() => problem(404, 'not_found', 'This does not exist, or you may not see it.'));
  expect(within(await screen.findByRole('status')).getByText(/^This does not exist/)).toBeTruthy();
});

it('a guest can be checked, and is not offered where access is given', async () => {
  const { person, asked } = await openDialog(() => HttpResponse.json(writer));
  const offered = async (label: RegExp) => {
    await person.type(screen.getByRole('combobox', { name: label }), 'rafael');
    const list = screen.getByRole('listbox', { name: label, hidden: true });
    return within(list).queryByRole('option', { name: /Rafael Vitor · rafael@partner.example/, hidden: true });
  };
  expect(await offered(/^Group or person/)).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Clear' }));
  await person.click((await offered(/^Check/)) as HTMLElement);
  await waitFor(() => expect(asked).toEqual(['?users_id=5', '?users_id=9']));
});
