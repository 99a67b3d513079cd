import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '../../platform/live/live';
import type { LiveListener } from '../../platform/registry/area';
import type { Registry } from '../../platform/registry/registry';
import { loadChunk } from '../../platform/routing/page';
import type { Upload } from '../../platform/uploads/upload-queue';

/** Passes events on to the areas that follow them, once these are loaded. */
export function followers(load: Registry['live'], client: QueryClient) {
  let listeners: readonly LiveListener[] | null = null;
  const each = (pass: (listener: LiveListener) => void) => listeners?.forEach(pass);
  return {
    ready: async () => {
      const makers = await loadChunk(load);
      listeners ??= makers.map((make) => make(client));
    },
    heard: (event: LiveEvent) => each((listener) => listener.heard?.(event)),
    connected: () => each((listener) => listener.connected?.()),
    reconnected: () => each((listener) => listener.reconnected?.()),
    joined: (folderId: number) => each((listener) => listener.joined?.(folderId)),
    stored: (upload: Upload) => each((listener) => listener.stored?.(upload)),
  };
}
