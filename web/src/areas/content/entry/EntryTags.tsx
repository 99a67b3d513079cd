import { Badge } from '@mantine/core';
import { IconLock, IconShield } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../../../platform/registry/registry';
import { lockWords } from '../browser/lock-words';
import { markNames } from '../browser/mark-names';
import type { Entry } from '../queries';

interface Props {
  entry: Entry;
  all?: boolean;
}

/** Lock, marks and what areas say of it beside a name, for entries without a picture. */
export function EntryTags({ entry, all = false }: Props) {
  const { t, i18n } = useTranslation('content');
  const marks = all ? entry.marks : entry.marks.slice(0, 1);
  const more = entry.marks.length - marks.length;
  const added = useRegistry().entryChips.filter(({ fits }) => fits(entry));
  return (
    <>
      {entry.locked && (
        <Badge
          variant="default"
          flex={all ? undefined : 'none'}
          title={lockWords(entry, t, i18n.language)}
          leftSection={<IconLock size={12} aria-hidden />}
        >
          {all ? lockWords(entry, t, i18n.language) : t('lock.locked')}
        </Badge>
      )}
      {marks.map((mark) => (
        <Badge
          key={mark.security_mark_id}
          variant="default"
          maw={160}
          title={mark.security_mark_key}
          leftSection={<IconShield size={12} aria-hidden />}
        >
          {mark.security_mark_key}
        </Badge>
      ))}
      {more > 0 && (
        <Badge variant="default" flex="none" title={markNames(entry)}>
          +{more}
        </Badge>
      )}
      {added.map(({ key, Chip }) => (
        <Suspense key={key} fallback={null}>
          <Chip entry={entry} />
        </Suspense>
      ))}
    </>
  );
}
