import { Badge } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';

interface Props {
  entry: Pick<Entry, 'locked' | 'marks'>;
  all?: boolean;
}

/** Lock and marks beside a name, for entries without a picture. */
export function EntryTags({ entry, all = false }: Props) {
  const { t } = useTranslation('content');
  const marks = all ? entry.marks : entry.marks.slice(0, 1);
  const more = entry.marks.length - marks.length;
  return (
    <>
      {entry.locked && (
        <Badge variant="default" flex="none" leftSection={<IconLock size={12} aria-hidden />}>
          {t('lock.locked')}
        </Badge>
      )}
      {marks.map((mark) => (
        <Badge key={mark.security_mark_id} variant="default" maw={160} title={mark.security_mark_key}>
          {mark.security_mark_key}
        </Badge>
      ))}
      {more > 0 && (
        <Badge variant="default" flex="none">
          +{more}
        </Badge>
      )}
    </>
  );
}
