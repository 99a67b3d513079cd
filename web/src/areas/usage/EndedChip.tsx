import { Badge } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../platform/i18n/moments';
import type { EntryChipProps } from '../../platform/registry/area';
import { PictureChip } from '../../platform/ui/PictureChip';

/** That the time in which an entry may be used is over. */
export function EndedChip({ entry, onPicture }: EntryChipProps) {
  const { t, i18n } = useTranslation('usage_panel');
  const end = entry.usable_until;
  if (end == null) return null;
  const title = t('endedOn', { day: formatDay(end - 1, i18n.language) });
  if (!onPicture) {
    return (
      <Badge variant="default" flex="none" title={title} leftSection={<IconCalendarOff size={12} aria-hidden />}>
        {t('ended')}
      </Badge>
    );
  }
  return (
    <PictureChip title={title} drawing={<IconCalendarOff size={13} stroke={2} aria-hidden />}>
      {t('ended')}
    </PictureChip>
  );
}
