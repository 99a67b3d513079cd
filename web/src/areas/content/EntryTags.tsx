import { Badge } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Entry } from './queries';

/** Lock and marks beside a name, where there is no picture to put them on. */
export function EntryTags({ entry, all = false }: { entry: Pick<Entry, 'locked' | 'marks'>; all?: boolean }) {
  const { t } = useTranslation('content');
  const marks = all ? entry.marks : entry.marks.slice(0, 1);
  const more = entry.marks.length - marks.length;
  return (
    <>
      {entry.locked && (
        <Badge variant="default" size="md" flex="none" leftSection={<IconLock size={12} aria-hidden />}>
          {t('lock.locked')}
        </Badge>
      )}
      {marks.map((mark) => (
        <Badge key={mark.security_mark_id} variant="default" size="md" maw={160}>
          {mark.security_mark_key}
        </Badge>
      ))}
      {more > 0 && (
        <Badge variant="default" size="md" flex="none">
          +{more}
        </Badge>
      )}
    </>
  );
}
