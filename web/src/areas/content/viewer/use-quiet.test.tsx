import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useQuiet } from './use-quiet';

const pressed = vi.fn();

function Around({ hides }: { hides: boolean }) {
  const { quiet, wake } = useQuiet(hides);
  return (
    <div data-testid="around" data-quiet={quiet} {...wake}>
      <button type="button" onClick={pressed}>
        Close
      </button>
    </div>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  pressed.mockClear();
});
afterEach(() => void vi.useRealTimers());

const around = () => screen.getByTestId('around');
const isQuiet = () => around().dataset['quiet'] === 'true';
const later = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const move = (screenX: number) => fireEvent.pointerMove(around(), { screenX, screenY: 10 });
const tap = (pointerType: string) => {
  fireEvent.pointerDown(screen.getByText('Close'), { pointerType });
  fireEvent.click(screen.getByText('Close'), { detail: 1 });
};

it('it hides two seconds after the pointer moved, and comes back when that moves again', () => {
  render(<Around hides />);
  move(1);
  later(1900);
  expect(isQuiet()).toBe(false);
  later(100);
  expect(isQuiet()).toBe(true);
  move(2);
  expect(isQuiet()).toBe(false);
});

it('a move to the same place, which another picture below the pointer causes, leaves it hidden', () => {
  render(<Around hides />);
  move(1);
  later(2000);
  move(1);
  expect(isQuiet()).toBe(true);
});

it('where nothing hides, it stays', () => {
  render(<Around hides={false} />);
  later(5000);
  expect(isQuiet()).toBe(false);
});

it('the tap that brings it back presses nothing, and the next one does', () => {
  render(<Around hides />);
  later(2000);
  tap('touch');
  expect(isQuiet()).toBe(false);
  expect(pressed).not.toHaveBeenCalled();
  tap('touch');
  expect(pressed).toHaveBeenCalledTimes(1);
});

it('a mouse that rests on a button goes on pressing it', () => {
  render(<Around hides />);
  later(2000);
  tap('mouse');
  expect(pressed).toHaveBeenCalledTimes(1);
});
