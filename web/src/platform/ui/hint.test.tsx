import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { Hint } from './Hint';

beforeEach(() => {
  render(
    <Hint label="More" delayMs={0}>
      <button type="button" aria-label="More" />
    </Hint>,
  );
});

const button = () => screen.getByRole('button', { name: 'More' });

it('a hint is there while the pointer is over its control', async () => {
  const person = userEvent.setup();
  await person.hover(button());
  expect((await screen.findByRole('tooltip')).textContent).toBe('More');
  await person.unhover(button());
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

it('a hint is there while the keyboard is at its control, and goes with any key', async () => {
  const person = userEvent.setup();
  await person.tab();
  expect(await screen.findByRole('tooltip')).toBeTruthy();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

it('a press of the control ends its hint', async () => {
  const person = userEvent.setup();
  const control = button();
  // A button that is pressed has no focus ring.
  vi.spyOn(control, 'matches').mockReturnValue(false);
  await person.hover(control);
  expect(await screen.findByText('More')).toBeTruthy();
  await person.click(control);
  await waitFor(() => expect(screen.queryByText('More')).toBeNull());
});

it('a pointer that rests while its control comes under it shows no hint, until it moves', () => {
  vi.useFakeTimers();
  const control = button();
  fireEvent.pointerOver(control, { pointerType: 'mouse' });
  act(() => void vi.runAllTimers());
  expect(screen.queryByText('More')).toBeNull();
  fireEvent.pointerMove(control, { pointerType: 'mouse' });
  act(() => void vi.runAllTimers());
  expect(screen.getByText('More')).toBeTruthy();
  vi.useRealTimers();
});
