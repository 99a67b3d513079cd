import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatMoment } from '../../../platform/i18n/moments';
import type { Entry } from '../queries';
import type { Version } from './api';
import classes from './CompareFacts.module.css';
import { mayHavePicture } from './kind-of-version';
import type { VersionFiles } from './version-files';
import { nameOf } from './version-words';

type Props = { entry: Entry; older: Version; newer: Version; files: VersionFiles };

const SIZE = 640;

/** What two versions are, side by side: of files whose content cannot be compared. */
export function CompareFacts({ entry, older, newer, files }: Props) {
  const { t, i18n } = useTranslation(['content_panel', 'content']);
  const both = [older, newer];
  const rows: readonly [string, (version: Version) => string][] = [
    [t('content:info.size'), ({ size }) => formatSize(size, i18n.language)],
    [t('content:info.type'), ({ mime }) => mime ?? ''],
    [t('facts.made'), ({ made_at }) => formatMoment(made_at, i18n.language)],
    [t('content:info.by'), ({ made_by }) => made_by?.name ?? ''],
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by the keyboard
    <section className={classes['scroller']} aria-label={t('label')} tabIndex={0}>
      <table className={classes['facts']}>
        <thead>
          <tr>
            <td />
            {both.map((version) => (
              <th key={version.number} scope="col">
                {nameOf(version, t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {both.every((version) => mayHavePicture(version, entry)) && (
            <tr>
              <th scope="row">{t('facts.picture')}</th>
              {both.map((version) => {
                const picture = files.picture(version, SIZE);
                return (
                  <td key={version.number}>
                    {picture && <img {...picture} className={classes['picture']} alt={nameOf(version, t)} />}
                  </td>
                );
              })}
            </tr>
          )}
          {rows.map(([title, tell]) => (
            <tr key={title} data-differs={tell(older) !== tell(newer) || undefined}>
              <th scope="row">{title}</th>
              {both.map((version) => (
                <td key={version.number}>{tell(version)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
