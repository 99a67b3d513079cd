import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { pixelsOf } from '../entry/entry-facts';
import { type Entry, entryQuery } from '../queries';
import classes from './PeekFacts.module.css';

/** A line about a file from what the page has loaded: its marks, pixels, size and person. */
export function PeekFacts({ appId, file }: { appId: number; file: Entry }) {
  const { i18n } = useTranslation('content');
  // A list says whose a file is, and so does what was asked about this one; nothing is asked for the line.
  const known = useQuery({ ...entryQuery(appId, file.node_id), enabled: false }).data;
  const [mark, ...others] = file.marks;
  const facts = [
    pixelsOf(file.preview),
    file.size === null ? null : formatSize(file.size, i18n.language),
    file.created_by_name ?? known?.created_by?.name ?? null,
  ];
  return (
    <p className={classes['facts']}>
      {mark && (
        <span className={classes['mark']}>
          <IconTag size={14} aria-hidden />
          <span className={classes['key']} title={file.marks.map((one) => one.security_mark_key).join(', ')}>
            {mark.security_mark_key}
          </span>
          {others.length > 0 && <span>+{others.length}</span>}
        </span>
      )}
      <span className={classes['words']}>{facts.filter((fact) => fact !== null).join(' · ')}</span>
    </p>
  );
}
