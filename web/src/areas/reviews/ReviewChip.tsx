import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EntryChipProps } from '../../platform/registry/area';
import { PictureChip } from '../../platform/ui/PictureChip';
import classes from './ReviewChip.module.css';
import { stateIcons } from './review-words';

/** Whether a file is approved, in review, or to be changed: over its picture, or beside its name. */
export function ReviewChip({ entry, onPicture }: EntryChipProps) {
  const { t } = useTranslation('reviews_panel');
  const state = entry.review;
  if (state == null) return null;
  const Drawing = stateIcons[state];
  const words = t(`state.${state}`);
  if (!onPicture) {
    return (
      <Badge
        variant="default"
        flex="none"
        leftSection={<Drawing className={classes['sign'] ?? ''} data-state={state} size={12} aria-hidden />}
      >
        {words}
      </Badge>
    );
  }
  return (
    <PictureChip
      title={words}
      drawing={<Drawing className={classes['onPicture'] ?? ''} data-state={state} size={13} stroke={2} aria-hidden />}
    >
      {words}
    </PictureChip>
  );
}
