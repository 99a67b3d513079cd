/** @jsxImportSource preact */
import type { EntryPage } from './answers';
import { FileFacts } from './FileFacts';
import classes from './FilePage.module.css';
import { Hero } from './Hero';
import { MoreFiles } from './MoreFiles';
import { Note } from './Note';
import { Save } from './Save';
import { Stage } from './Stage';
import { titleOf, useSharing } from './sharing';
import { say } from './texts';
import { useListing } from './use-listing';

type Props = { early: Promise<EntryPage> | null; onTrouble: () => void };

const nowhere = () => undefined;

/** One file: large, with what is to be known of it, and its download. */
export function FilePage({ early, onTrouble }: Props) {
  const { link, mayDownload } = useSharing();
  const listing = useListing({ folder: null, early, onTrouble });
  const [file] = listing.items;
  return (
    <>
      <Hero title={titleOf(link)} above={[]} cover={null} enter={nowhere} placeKey={null} />
      <main class={classes['main']}>
        <div class={classes['stage']}>{file && <Stage file={file} />}</div>
        {!file && <MoreFiles listing={listing} />}
        {file && (
          <div class={classes['words']}>
            <FileFacts file={file} />
            <div class={classes['acts']} data-foot={mayDownload || undefined}>
              <Note />
              {file.rights_ended ? (
                <p>{say('rightsEnded')}</p>
              ) : (
                <Save look="primary" subject={{ kind: 'file', file }}>
                  {say('download')}
                </Save>
              )}
            </div>
          </div>
        )}
      </main>
    </>
  );
}
