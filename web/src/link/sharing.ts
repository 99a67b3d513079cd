import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { OpenLink } from './answers';
import type { Originals } from './kinds';
import { say } from './texts';

/** The opened link, and what it still allows. */
export type Sharing = {
  link: OpenLink;
  /** The link offers downloads, and there are some left. */
  mayDownload: boolean;
  originals: Originals;
  /** How many downloads are left; null: as many as one likes. */
  left: number | null;
  /** A download of this address was begun. The same one again is not counted. */
  spend: (address: string) => void;
};

const Context = createContext<Sharing | null>(null);

export const SharingProvider = Context.Provider;

export function useSharing(): Sharing {
  const sharing = useContext(Context);
  if (sharing === null) throw new Error('what needs the link stands below it');
  return sharing;
}

/** What is shared is called like its maker called it, or like the entry. */
export function titleOf({ title, count }: OpenLink): string {
  return title ?? (count === null ? say('files') : say('filesCount', { count }));
}
