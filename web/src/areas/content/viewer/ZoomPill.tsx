import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../platform/ui/Hint';
import { Fullscreen } from './use-fullscreen';
import classes from './ZoomPill.module.css';

interface Props {
  percent: number;
  fits: boolean;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  /** Absent where a pixel of the file means nothing. */
  actual?: () => void;
  before?: ReactNode;
  after?: ReactNode;
}

/** The scale, and the buttons that change it. */
export function ZoomPill({ percent, fits, zoomIn, zoomOut, fit, actual, before, after }: Props) {
  const { t, i18n } = useTranslation(['content', 'content_viewer']);
  const toggleFullscreen = use(Fullscreen);
  const scale = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(percent / 100);
  return (
    <div className={classes['pill']} role="toolbar" aria-label={t('content_viewer:zoom')}>
      {before}
      <span className={classes['zoom']}>
        <PillButton label={t('content_viewer:zoomOut')} run={zoomOut}>
          <IconMinus size={18} aria-hidden />
        </PillButton>
        <span className={classes['percent']} aria-live="polite">
          {scale}
        </span>
        <PillButton label={t('content_viewer:zoomIn')} run={zoomIn}>
          <IconPlus size={18} aria-hidden />
        </PillButton>
        <span className={classes['rule']} />
        <UnstyledButton
          className={classes['word'] ?? ''}
          data-chosen={fits || undefined}
          aria-pressed={fits}
          onClick={fit}
        >
          {t('content_viewer:fit')}
        </UnstyledButton>
        {actual && (
          <UnstyledButton
            className={classes['word'] ?? ''}
            data-chosen={percent === 100 || undefined}
            aria-label={t('content_viewer:actual')}
            aria-pressed={percent === 100}
            onClick={actual}
          >
            1:1
          </UnstyledButton>
        )}
      </span>
      {after}
      {toggleFullscreen && (
        <span className={classes['zoom']}>
          <span className={classes['rule']} />
          <PillButton label={t('content_viewer:fullscreen')} run={toggleFullscreen}>
            <IconMaximize size={18} aria-hidden />
          </PillButton>
        </span>
      )}
    </div>
  );
}

/** A round button of a pill, named by a tooltip. */
export function PillButton({ label, run, disabled = false, children }: PillButtonProps) {
  return (
    <Hint label={label}>
      <ActionIcon
        size={32}
        radius="xl"
        className={classes['button'] ?? ''}
        aria-label={label}
        disabled={disabled}
        onClick={run}
      >
        {children}
      </ActionIcon>
    </Hint>
  );
}

type PillButtonProps = { label: string; run: () => void; disabled?: boolean; children: ReactNode };
