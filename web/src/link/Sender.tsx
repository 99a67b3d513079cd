/** @jsxImportSource preact */
import { formatSize } from '../platform/i18n/format-size';
import { dateLocale } from '../platform/i18n/moments';
import { initials } from '../platform/ui/initials';
import type { OpenLink } from './answers';
import classes from './Sender.module.css';
import { currentLanguage, say } from './texts';

/** Who shares, and how much it is. */
export function Sender({ link }: { link: OpenLink }) {
  const { made_by, count, bytes, kind } = link;
  const facts = [
    ...(count && kind !== 'file' ? [say('filesCount', { count })] : []),
    ...(bytes ? [formatSize(bytes, dateLocale(currentLanguage()))] : []),
  ];
  return (
    <p class={classes['sender']}>
      <span class={classes['letters']} data-initials={initials(made_by)} aria-hidden="true" />
      <span>{[say('sharedBy', { name: made_by }), ...facts].join(' · ')}</span>
    </p>
  );
}
