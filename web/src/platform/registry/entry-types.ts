import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Entry } from './actions';
import type { Words } from './words';

type ViewerProps = { appId: number; entry: Entry };

/** A kind of file as people know it. Its editor is an action that `opens`, and its "new" an action of that menu. */
export interface EntryType {
  key: string;
  icon: Icon;
  label: Words;
  /** Without the dot; an extension says more than a media type. */
  extensions?: readonly string[];
  /** The beginnings of its media types; the longest one of all types decides. */
  mediaTypes?: readonly string[];
  /** Its picture is a scene, which is centred; otherwise it is a page, which is shown from its top. */
  scene?: boolean;
  /** Shows the file in the viewer, instead of its picture. */
  Viewer?: ComponentType<ViewerProps>;
}

type Named = Pick<Entry, 'name' | 'mime_type'>;

/** The type of a file; undefined if no area knows it. */
export function entryTypeOf(types: readonly EntryType[], { name, mime_type }: Named): EntryType | undefined {
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : null;
  const byName = extension === null ? undefined : types.find((type) => type.extensions?.includes(extension));
  return byName ?? byMediaType(types, mime_type);
}

function byMediaType(types: readonly EntryType[], mediaType: string | null): EntryType | undefined {
  let best: EntryType | undefined;
  let length = 0;
  for (const type of types) {
    for (const beginning of type.mediaTypes ?? []) {
      if (beginning.length <= length || mediaType?.startsWith(beginning) !== true) continue;
      best = type;
      length = beginning.length;
    }
  }
  return best;
}
