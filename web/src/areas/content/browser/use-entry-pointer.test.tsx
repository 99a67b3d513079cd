import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Entry } from '../queries';
import type { MenuPlace } from './EntryMenu';
import { nothingSelected } from './selection';
import { useEntryPointer } from './use-entry-pointer';

const entry = { node_id: 7, role: 'manager' } as Entry;

const nothing = () => undefined;

function Cell({ openMenu }: { openMenu: (place: MenuPlace) => void }) {
  const pointer = useEntryPointer({
    ...{ entryAt: () => entry, selection: nothingSelected, selected: [], dispatch: nothing, open: nothing, openMenu },
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a list in small
    <div data-node={7} onContextMenu={pointer.contextMenu} onClick={pointer.clicked}>
      <button type="button" data-menu-of={7}>
        More
      </button>
    </div>
  );
}

it('the menu of the pointer begins there, that of a button ends under it', () => {
  const openMenu = vi.fn();
  render(<Cell openMenu={openMenu} />);
  const button = screen.getByRole('button');
  fireEvent.contextMenu(button, { clientX: 300, clientY: 200 });
  expect(openMenu.mock.lastCall?.[0]).toMatchObject({ x: 300, y: 200, corner: 'start', entries: [entry] });
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue({ right: 90, bottom: 40 } as DOMRect);
  fireEvent.click(button);
  expect(openMenu.mock.lastCall?.[0]).toMatchObject({ x: 90, y: 44, corner: 'end', entries: [entry] });
});
