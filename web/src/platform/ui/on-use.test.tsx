import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OnUse } from './OnUse';

/** A button whose menu is loaded when the test says so. */
function shown() {
  let arrive: () => void = () => undefined;
  const loading = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const load = () => loading;
  const target = <button type="button">More</button>;
  render(
    <OnUse target={target} prefetch={load}>
      {(asked) => (
        <>
          {target}
          <p>{asked ? 'The menu is open' : 'The menu is closed'}</p>
        </>
      )}
    </OnUse>,
  );
  return () => act(async () => arrive());
}

it('a menu that is asked for before it is there opens when it comes', async () => {
  const arrive = shown();
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.queryByText(/^The menu/)).toBeNull();
  await arrive();
  expect(await screen.findByText('The menu is open')).toBeTruthy();
});

it('the button keeps the focus when its menu comes', async () => {
  const arrive = shown();
  const before = screen.getByRole('button', { name: 'More' });
  before.focus();
  fireEvent.keyDown(before, { key: 'Tab' });
  await arrive();
  expect(await screen.findByText('The menu is closed')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }));
  expect(document.activeElement).not.toBe(before);
});
