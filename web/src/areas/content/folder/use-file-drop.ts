import { useEffect, useEffectEvent, useState } from 'react';
import { type Chosen, readDrop } from '../../../platform/uploads/dropped-files';

export interface DropPlace {
  nodeId: number;
  name: string;
}

/** Files dragged over the page from outside: their current target, and the action when they are dropped. */
export function useFileDrop(
  placeAt: (target: EventTarget | null) => DropPlace | null,
  dropped: (place: DropPlace, chosen: Chosen) => void,
) {
  const [place, setPlace] = useState<DropPlace | null>(null);
  const over = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const next = placeAt(event.target);
    event.dataTransfer.dropEffect = next ? 'copy' : 'none';
    setPlace((now) => (now?.nodeId === next?.nodeId ? now : next));
  });
  const drop = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setPlace(null);
    const into = placeAt(event.target);
    if (into) void readDrop(event.dataTransfer).then((chosen) => dropped(into, chosen));
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('dragover', (event) => over(event), { signal });
    window.addEventListener('drop', (event) => drop(event), { signal });
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setPlace(null), { signal });
    return () => stop.abort();
  }, []);
  return place;
}
