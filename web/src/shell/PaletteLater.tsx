import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { openPaletteBy } from '../platform/registry/palette';
import { useRegistry } from '../platform/registry/registry';
import { loadChunk } from '../platform/routing/page';
import { whenUsed } from '../platform/routing/when-used';
import { openPalette } from './open-palette';

/** The command palette, loaded when the page is first used; its keys work from the beginning. */
export function PaletteLater() {
  const { paletteSources } = useRegistry();
  const [used, setUsed] = useState(false);
  useEffect(() => {
    let left = false;
    void whenUsed.then(() => {
      if (!left) setUsed(true);
    });
    return () => {
      left = true;
    };
  }, []);
  const [Palette] = useState(() =>
    lazy(async () => {
      const [{ CommandPalette }, sources] = await loadChunk(() =>
        Promise.all([import('./CommandPalette'), paletteSources()]),
      );
      return { default: () => <CommandPalette sources={sources} /> };
    }),
  );
  useHotkeys([['mod+K', () => void openPalette()]], []);
  useEffect(() => openPaletteBy((term) => void openPalette(term)), []);
  if (!used) return null;
  return (
    <Suspense>
      <Palette />
    </Suspense>
  );
}
