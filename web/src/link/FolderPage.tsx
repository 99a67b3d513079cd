/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { formatSize } from '../platform/i18n/format-size';
import { dateLocale } from '../platform/i18n/moments';
import type { Crumb, EntryPage } from './answers';
import { ChosenBar } from './ChosenBar';
import { useChoosing } from './choosing';
import { FileRows } from './FileRows';
import { FolderCards } from './FolderCards';
import classes from './FolderPage.module.css';
import { Hero } from './Hero';
import { Icon } from './Icon';
import { KindChips } from './KindChips';
import { fileTypeOf, type Group } from './kinds';
import { MoreFiles } from './MoreFiles';
import { Note } from './Note';
import { keptScroll, usePlace } from './place';
import { Save } from './Save';
import { titleOf, useSharing } from './sharing';
import { mayHavePictures, type Subject } from './subject';
import { currentLanguage, say } from './texts';
import { type Listing, useListing } from './use-listing';
import { Viewer } from './Viewer';

type Props = { early: Promise<EntryPage> | null; onTrouble: () => void };

/** A folder or a selection: what is in it, to look at and to take along. */
export function FolderPage({ early, onTrouble }: Props) {
  const { link, mayDownload, sizes } = useSharing();
  const { place, enter, show, close } = usePlace();
  const { folder } = place;
  const listing = useListing({ folder, early, onTrouble });
  const choosing = useChoosing();
  const [group, setGroup] = useState<Group | null>(null);
  const { end } = choosing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen and narrowed belongs to one folder
  useEffect(() => {
    end();
    setGroup(null);
  }, [folder]);
  useLayoutEffect(() => window.scrollTo(0, keptScroll(folder)), [folder]);

  const folders = listing.items.filter(({ kind }) => kind === 'folder');
  const files = listing.items.filter(({ kind }) => kind === 'file');
  const shown = group === null ? files : files.filter((file) => fileTypeOf(file).group === group);
  const isWhole = listing.status === 'ready' && listing.next === null;
  const { title, above } = headOf(titleOf(link), link.kind, folder, listing);
  const isEmpty = isWhole && listing.items.length === 0;
  const hasPictures = mayHavePictures(listing.items);
  const isGiven = mayDownload || (sizes !== 'none' && hasPictures);
  const maySave = isGiven && !isEmpty && listing.status !== 'gone';
  const mayChoose = isGiven && listing.items.length > 1 && !choosing.on;
  const sized = folder === null && link.bytes ? `, ${formatSize(link.bytes, dateLocale(currentLanguage()))}` : '';
  const everything: Subject = { kind: 'archive', name: title, folder, nodeIds: null, hasPictures };
  return (
    <>
      <Hero
        title={title}
        above={above}
        cover={listing.cover}
        coverComes={folder === null && listing.status === 'loading' && files.length === 0}
        enter={enter}
        placeKey={folder}
      >
        {maySave && (
          <div class="acts" data-wide>
            <Save look="bar" subject={everything}>
              {say('downloadAll')}
            </Save>
            {mayChoose && (
              <button type="button" class="button" data-look="outline" data-choose onClick={choosing.begin}>
                <Icon name="checks" />
                {say('choose')}
              </button>
            )}
          </div>
        )}
      </Hero>
      <main class={classes['main']} data-foot={maySave || undefined}>
        <div class={classes['tools']}>
          {isWhole ? <KindChips files={files} group={group} choose={setGroup} /> : <span />}
          <div class={classes['note']}>
            <Note />
          </div>
          {mayChoose && (
            <button
              type="button"
              class={`button ${classes['choose']}`}
              data-look="icon"
              aria-label={say('choose')}
              data-choose
              onClick={choosing.begin}
            >
              <Icon name="checks" />
            </button>
          )}
        </div>
        {group === null && <FolderCards folders={folders} choosing={choosing} enter={enter} />}
        {shown.length > 0 && <FileRows files={shown} place={place} choosing={choosing} show={show} />}
        {isEmpty && <p class={classes['empty']}>{say('empty')}</p>}
        <MoreFiles listing={listing} />
        {maySave && !choosing.on && (
          <div class={classes['foot']}>
            <Save look="primary" subject={everything}>
              {say('downloadAll') + (mayDownload ? sized : '')}
            </Save>
          </div>
        )}
      </main>
      {choosing.on && <ChosenBar choosing={choosing} shown={group === null ? listing.items : shown} />}
      <Viewer files={shown} node={place.node} listing={listing} show={show} close={close} />
    </>
  );
}

/** The name of the place, and what is above it. A selection has no folder of its own at its top. */
function headOf(title: string, kind: string, folder: number | null, { path, status }: Listing) {
  if (status === 'gone') return { title: say('gone'), above: [{ node_id: 0, name: title }] };
  if (folder === null || path.length === 0) return { title, above: [] };
  const top: Crumb[] = kind === 'selection' ? [{ node_id: 0, name: title }] : [];
  const trail = [...top, ...path];
  return { title: trail.at(-1)?.name ?? '', above: trail.slice(0, -1) };
}
