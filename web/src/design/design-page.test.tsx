import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { startServer } from '../testing/server';
import { showDesign } from './show-design';
import { themes } from './themes';

const server = startServer();

it('every section stands, and the theme and the scheme can be changed', async () => {
  server.use(
    http.get('*/rendition/covers', () => HttpResponse.error()),
    http.get('*/api/app/1/entry/*', () => HttpResponse.error()),
  );
  const person = userEvent.setup();
  render(await showDesign());
  const headings = (await screen.findAllByRole('heading', { level: 2 })).map((one) => one.textContent);
  expect(headings).toEqual(
    expect.arrayContaining([
      ...['Colours', 'Buttons', 'Fields', 'Layers', 'Cards', 'Facets', 'Tray', 'Viewer', 'Nothing there'],
    ]),
  );
  const of = (name: string) => within(screen.getByRole('region', { name }));
  expect(of('Facets').getAllByText('Colour')).toHaveLength(4);
  expect(of('Tray').getAllByText(/^218 of 220/)).not.toHaveLength(0);
  expect(of('Tray').getByRole('region', { name: 'Running actions' })).toBeTruthy();
  expect(of('Viewer').getAllByRole('toolbar')).toHaveLength(2);
  const colours = screen.getByRole('region', { name: 'Colours' });
  const before = colours.textContent;
  await person.click(screen.getByText('dark'));
  expect(colours.textContent).not.toBe(before);
  await person.selectOptions(screen.getByLabelText('Theme'), '3');
  expect(within(colours).getAllByText(new RegExp(themes[3].config.primary))).not.toHaveLength(0);
  expect(location.search).toBe('?theme=3&scheme=dark');
});
