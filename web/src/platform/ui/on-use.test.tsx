import { MantineProvider, Menu } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { OnUse } from './OnUse';

const button = () => screen.getByRole('button', { name: 'More' });

/** A button whose menu is loaded when the test says so. */
function shown() {
  let arrive: () => void = () => undefined;
  const loading = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const load = () => loading;
  const target = <button type="button">More</button>;
  render(
    <MantineProvider>
      <OnUse target={target} prefetch={load}>
        <Menu transitionProps={{ duration: 0 }}>
          <Menu.Target>{target}</Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>Sort</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </OnUse>
    </MantineProvider>,
  );
  return { arrive: () => act(async () => arrive()), person: userEvent.setup() };
}

it('a menu that is asked for before it is there opens when it comes', async () => {
  const { arrive, person } = shown();
  await person.click(button());
  expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
  await arrive();
  expect(await screen.findByRole('menuitem', { name: 'Sort', hidden: true })).toBeTruthy();
});

it('a menu that comes between press and release waits for the click, and opens', async () => {
  const { arrive, person } = shown();
  const before = button();
  await person.pointer({ keys: '[MouseLeft>]', target: before });
  await arrive();
  expect(button()).toBe(before);
  await person.pointer({ keys: '[/MouseLeft]', target: before });
  expect(await screen.findByRole('menuitem', { name: 'Sort', hidden: true })).toBeTruthy();
});

it('a press that ends elsewhere opens nothing, and the menu is there for the next', async () => {
  const { arrive, person } = shown();
  const before = button();
  await person.pointer([{ keys: '[MouseLeft>]', target: before }, { target: document.body }, { keys: '[/MouseLeft]' }]);
  await arrive();
  await waitFor(() => expect(button()).not.toBe(before));
  expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
  await person.click(button());
  expect(await screen.findByRole('menuitem', { name: 'Sort', hidden: true })).toBeTruthy();
});

it('the button keeps the focus when its menu comes', async () => {
  const { arrive, person } = shown();
  const before = button();
  await person.tab();
  expect(document.activeElement).toBe(before);
  await arrive();
  await waitFor(() => expect(button()).not.toBe(before));
  expect(document.activeElement).toBe(button());
  expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
});

it('a menu that was asked for before it was there gives the focus to its button when it closes', async () => {
  const { arrive, person } = shown();
  await person.tab();
  await person.keyboard('{Enter}');
  await arrive();
  await screen.findByRole('menuitem', { name: 'Sort', hidden: true });
  await waitFor(() => expect(document.activeElement).not.toBe(button()));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button()));
});
