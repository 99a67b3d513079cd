import { ActionIcon, Button } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../platform/ui/Hint';
import { type SharedView, whole, zoomStep } from './shared-view';
import classes from './ZoomButtons.module.css';

interface Props {
  view: SharedView;
  change: (to: (before: SharedView) => SharedView) => void;
}

/** How near the pictures are, and the buttons that change it. */
export function ZoomButtons({ view, change }: Props) {
  const { t, i18n } = useTranslation('content_panel');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(Math.round(view.zoom * 100) / 100);
  return (
    <div className={classes['buttons']} role="toolbar" aria-label={t('zoom.label')}>
      <Hint label={t('zoom.out')}>
        <ActionIcon size={36} aria-label={t('zoom.out')} onClick={() => change(zoomStep('out'))}>
          <IconMinus size={18} aria-hidden />
        </ActionIcon>
      </Hint>
      <span className={classes['percent']} aria-live="polite">
        {percent}
      </span>
      <Hint label={t('zoom.in')}>
        <ActionIcon size={36} aria-label={t('zoom.in')} onClick={() => change(zoomStep('in'))}>
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      </Hint>
      <Button size="compact-sm" variant="subtle" aria-pressed={view.zoom === 1} onClick={() => change(() => whole)}>
        {t('zoom.fit')}
      </Button>
    </div>
  );
}
