import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TypeBadge } from '../browser/TypeBadge';
import { useWidth } from '../browser/use-width';
import { cardFrame } from '../entry/card-frame';
import { Thumbnail } from '../entry/Thumbnail';
import { dayName } from './ago';
import { brought } from './brought';
import { EntryLink } from './EntryLink';
import { HomeSection } from './HomeSection';
import { NEW, type NewFile } from './home-queries';
import { type JustifiedRow, justify } from './justified';
import classes from './NewStrip.module.css';

type Props = { appId: number; files: readonly NewFile[]; now: number };

/** The newest files in the user's folders, in rows that fill the width; who put them where stands above them. */
export function NewStrip({ files: all, ...props }: Props) {
  const { t } = useTranslation('content_home');
  const files = all.slice(0, NEW);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <HomeSection
      title={t('new')}
      appId={props.appId}
      count={files.length}
      more={all.length > NEW}
      all="/content/$appId/latest"
    >
      <div ref={setPlace} className={classes['rows']}>
        {place && <Rows {...props} files={files} place={place} />}
      </div>
    </HomeSection>
  );
}

const FOR_DESKS = { height: 136, gap: 6, groupGap: 20, most: 2 };
const FOR_PHONES = { height: 104, gap: 4, groupGap: 12, most: 3 };
/** Of a file without a picture whose sides are known. */
const USUAL_RATIO = 4 / 3;

function Rows({ appId, files, now, place }: Props & { place: HTMLElement }) {
  const { i18n } = useTranslation('content_home');
  const width = useWidth(place);
  const { most, ...measures } = width < 600 ? FOR_PHONES : FOR_DESKS;
  const pictures = files.map((file) => ({ ratio: ratioOf(file), group: groupOf(file, now, i18n.language) }));
  const rows = justify(pictures, { width, ...measures }, most);
  return rows.map((row) => (
    <ul
      key={row.pictures[0]?.index}
      className={classes['row']}
      data-begins={row.pictures.some(({ begins }) => begins) || undefined}
      style={{ gap: measures.gap }}
    >
      {row.pictures.map(({ index, begins, width: wide }, at) => {
        const file = files[index] as NewFile;
        const before = begins && at > 0 ? measures.groupGap - measures.gap : 0;
        return (
          <li key={file.node_id} className={classes['one']} style={{ width: wide, marginInlineStart: before }}>
            <span className={classes['group']} style={{ width: groupWidth(row, at, measures.gap) }}>
              {begins && <Group file={file} now={now} />}
            </span>
            <EntryLink appId={appId} entry={file} className={classes['picture']}>
              <span className={classes['frame']} style={{ height: row.height }}>
                <Thumbnail appId={appId} entry={file} frame={cardFrame(file, wide, row.height)} bare />
                <TypeBadge entry={file} />
                <span className={classes['name']}>{file.name}</span>
              </span>
            </EntryLink>
          </li>
        );
      })}
    </ul>
  ));
}

function Group({ file, now }: { file: NewFile; now: number }) {
  const { t, i18n } = useTranslation('content_home');
  return (
    <>
      <b>{dayName(file.modified_at, now, i18n.language)}</b> {brought(file, t)}
    </>
  );
}

function ratioOf({ preview: { width, height } }: NewFile): number {
  return width && height ? width / height : USUAL_RATIO;
}

/** One person's files of one day in one folder. */
function groupOf(file: NewFile, now: number, language: string): string {
  return [dayName(file.modified_at, now, language), file.made_by?.users_id, file.parent_id].join('/');
}

/** The words of a group may be as wide as its pictures in the row. */
function groupWidth({ pictures }: JustifiedRow, at: number, gap: number): number {
  const next = pictures.findIndex(({ begins }, later) => later > at && begins);
  const all = pictures.slice(at, next < 0 ? undefined : next);
  return all.reduce((sum, { width }) => sum + width + gap, -gap);
}
