import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Entry } from './actions';
import type { Words } from './words';

type ViewerProps = { appId: number; entry: Entry };

/** What people think of as one type: a search can be narrowed by these. */
export const typeGroups = ['pictures', 'films', 'documents', 'sound', 'folders', 'other'] as const;

export type TypeGroup = (typeof typeGroups)[number];

/** A type of file, as the server knows it. Its editor is an action that `opens`, and its "new" an action of that menu. */
export interface EntryType {
  /** The server's `entry_type`. */
  key: string;
  icon: Icon;
  label: Words;
  /** `other` if it is in none. */
  group?: TypeGroup;
  /** Its picture is a scene, which is centred; otherwise it is a page, which is shown from its top. */
  scene?: boolean;
  /** Shows the file in the viewer, instead of its picture. */
  Viewer?: ComponentType<ViewerProps>;
}

/** The type of a file; undefined if no area knows it. */
export function entryTypeOf(types: readonly EntryType[], entry: Pick<Entry, 'entry_type'>): EntryType | undefined {
  return types.find((type) => type.key === entry.entry_type);
}

/** Types that the server decides without an area. */
const ownGroups: Readonly<Record<string, TypeGroup>> = { folder: 'folders', file: 'other' };

/** The keys of the types of a group. */
export function keysOf(types: readonly EntryType[], group: TypeGroup): string[] {
  const own = Object.keys(ownGroups).filter((key) => ownGroups[key] === group);
  return [...types.filter((type) => (type.group ?? 'other') === group).map(({ key }) => key), ...own];
}
