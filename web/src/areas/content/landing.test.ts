import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { startServer } from '../../testing/server';
import { landing } from './landing';

const server = startServer();

type Seen = { node_id: number; role: string | null; node_type?: string };

/** What a person sees: their repositories, and what is in each folder. */
async function landingOf(repositories: Seen[], folders: Record<number, Seen[]>, apps: [number, string][]) {
  const at = 'http://vitrine.test/api/app/4';
  const listed = (items: object[]) => HttpResponse.json({ items, total: items.length, next: null });
  server.use(
    http.get(`${at}/repository`, () => listed(repositories)),
    http.get(`${at}/entry/list/:folder`, ({ params }) =>
      listed((folders[Number(params['folder'])] ?? []).map((one) => ({ node_type: 'folder', ...one }))),
    ),
  );
  return await landing(new QueryClient(), new Map(apps));
}

const content: [number, string][] = [
  [4, 'content'],
  [5, 'home'],
];
const passed = (node_id: number): Seen => ({ node_id, role: null });
const open = (node_id: number): Seen => ({ node_id, role: 'reader' });

it.each<[string, Seen[], Record<number, Seen[]>, string | null]>([
  ['is the folder that was shared', [passed(1)], { 1: [open(7)] }, '/content/4/navigation/7'],
  ['is it however deep it lies', [passed(1)], { 1: [passed(2)], 2: [open(7)] }, '/content/4/navigation/7'],
  ['is home for who sees two folders', [passed(1)], { 1: [open(7), open(8)] }, null],
  ['is home for who sees two repositories', [passed(1), passed(2)], { 1: [open(7)] }, null],
  ['is home for who works in the repository', [open(1)], { 1: [open(7)] }, null],
  ['is home for who was given a file', [passed(1)], { 1: [{ ...open(7), node_type: 'file' }] }, null],
  ['is home for who sees nothing', [], {}, null],
])('the place where a guest begins %s', async (_, repositories, folders, place) => {
  expect(await landingOf(repositories, folders, content)).toBe(place);
});

it('the place where a guest begins is home with two libraries, or none', async () => {
  const folders = { 1: [open(7)] };
  const two: [number, string][] = [...content, [6, 'content']];
  expect(await landingOf([passed(1)], folders, two)).toBeNull();
  expect(await landingOf([passed(1)], folders, [[5, 'home']])).toBeNull();
});
