import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { OpenLink, Sizes } from './answers';
import type { Originals } from './kinds';
import type { Subject } from './subject';
import { say } from './texts';

/** The opened link, and what it still allows. */
export type Sharing = {
  link: OpenLink;
  /** The link offers files as they are, and there are downloads left. */
  mayDownload: boolean;
  /** In which other sizes pictures may still be saved. */
  sizes: Sizes;
  /** Asks in which size something is saved. */
  chooseSize: (subject: Subject) => void;
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
