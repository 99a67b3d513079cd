import { fireEvent, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LocalPicture } from './LocalPicture';

it('a file has its picture, and a sign if it is none or a damaged one', () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  const { container, rerender } = render(
    <LocalPicture key="a" file={new File(['x'], 'a.jpg', { type: 'image/jpeg' })} size={40} />,
  );
  const picture = container.querySelector('img');
  expect(picture?.getAttribute('src')).toBe('blob:picture');
  if (picture) fireEvent.error(picture);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).not.toBeNull();
  rerender(<LocalPicture key="b" file={new File(['x'], 'b.txt', { type: 'text/plain' })} size={40} />);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).not.toBeNull();
});
