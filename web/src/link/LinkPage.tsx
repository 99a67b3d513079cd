/** @jsxImportSource preact */
import type { FunctionComponent } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { AskingLink, EntryPage, Link, OpenLink } from './answers';
import { FilePage } from './FilePage';
import { FolderPage } from './FolderPage';
import type { Originals } from './kinds';
import { findLink, troubleOf } from './link-api';
import { NoticePage } from './NoticePage';
import { PasswordPage } from './PasswordPage';
import { SharingProvider, titleOf } from './sharing';
import { nothingSpent, spentOf, withDownload } from './spent';
import type { Subject } from './subject';
import { say } from './texts';
import { applyTheme } from './theme';

/** What the page asks for before it is drawn. */
export type Early = { link: Promise<Link>; entries: Promise<EntryPage> | null };

type State = { at: 'loading' } | { at: 'ended' } | { at: 'failed' } | { at: 'link'; link: Link };

/** A share link, from the question for its password to what it shares. */
export function LinkPage({ early }: { early: Early }) {
  const [state, setState] = useState<State>({ at: 'loading' });
  const [entries, setEntries] = useState(early.entries);
  const take = useCallback(async (asked: Promise<Link>) => {
    try {
      const link = await asked;
      if (link.state === 'password') setEntries(null);
      applyTheme(link.front.theme_config);
      setState({ at: 'link', link });
    } catch (error) {
      setState({ at: troubleOf(error) === 'ended' ? 'ended' : 'failed' });
    }
  }, []);
  const again = useCallback(() => {
    setEntries(null);
    void take(findLink());
  }, [take]);
  useEffect(() => void take(early.link), [take, early]);
  const { at } = state;
  useEffect(() => {
    if (at !== 'failed') return;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [at, again]);
  useTitle(state);
  if (state.at === 'loading') return null;
  if (state.at !== 'link') return <NoticePage kind={state.at} again={again} />;
  if (state.link.state === 'password') {
    return <PasswordPage front={state.link.front} asked={again} />;
  }
  if (state.link.state === 'request') return <Asking link={state.link} again={again} />;
  return <Shared link={state.link} early={entries} onTrouble={again} />;
}

type AskingProps = { link: AskingLink; again: () => void };

/** Most links show something: the page of one that asks for files comes when it is needed. */
function Asking({ link, again }: AskingProps) {
  const [page, setPage] = useState<{ Page: FunctionComponent<AskingProps> } | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    import('./AskPage').then(
      ({ AskPage }) => setPage({ Page: AskPage }),
      () => setFailed(true),
    );
  }, []);
  useEffect(load, [load]);
  if (failed) return <NoticePage kind="failed" again={load} />;
  return page && <page.Page link={link} again={again} />;
}

type SharedProps = { link: OpenLink; early: Promise<EntryPage> | null; onTrouble: () => void };

function Shared({ link, early, onTrouble }: SharedProps) {
  const [kept, setSpent] = useState(() => nothingSpent(link));
  const spent = spentOf(link, kept);
  const count = spent.since.size;
  const spend = useCallback(
    (address: string) => setSpent((before) => withDownload(spentOf(link, before), address)),
    [link],
  );
  const [subject, chooseSize] = useState<Subject | null>(null);
  const closeSizes = useCallback(() => chooseSize(null), []);
  const sharing = useMemo(() => {
    const { may_download, downloads_left } = link;
    const left = downloads_left === null ? null : Math.max(0, downloads_left - count);
    const isGiven = may_download && link.originals;
    const originals: Originals = isGiven ? (left === null ? 'freely' : 'asked') : 'never';
    const sizes = may_download && left !== 0 ? link.sizes : 'none';
    return { link, left, spend, originals, mayDownload: isGiven && left !== 0, sizes, chooseSize };
  }, [link, count, spend]);
  const Page = link.kind === 'file' ? FilePage : FolderPage;
  return (
    <SharingProvider value={sharing}>
      <Page early={early} onTrouble={onTrouble} />
      {subject !== null && <Sizes subject={subject} close={closeSizes} />}
    </SharingProvider>
  );
}

type SizesProps = { subject: Subject; close: () => void };

/** Few people ask for another size: the dialog comes when they do. */
function Sizes({ subject, close }: SizesProps) {
  const [dialog, setDialog] = useState<{ Dialog: FunctionComponent<SizesProps> } | null>(null);
  useEffect(() => {
    import('./SizesDialog').then(({ SizesDialog }) => setDialog({ Dialog: SizesDialog }), close);
  }, [close]);
  return dialog && <dialog.Dialog subject={subject} close={close} />;
}

function useTitle(state: State): void {
  const title = pageTitle(state);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function pageTitle(state: State): string {
  if (state.at === 'loading') return 'Vitrine';
  if (state.at !== 'link') return say(state.at === 'ended' ? 'endedTitle' : 'failedTitle');
  const { link } = state;
  const name = link.front.tenant_title ?? 'Vitrine';
  return `${titleAt(link)} – ${name}`;
}

function titleAt(link: Link): string {
  if (link.state === 'password') return say('passwordTitle');
  return link.state === 'open' ? titleOf(link) : (link.title ?? say('askTitle', { name: link.made_by }));
}
