import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconLoader2,
  IconPhotoCog,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { formatSize } from '../../platform/i18n/format-size';
import { type Action, isRunning, type Outcome, outcome } from './action';

interface StatusLook {
  icon: typeof IconLoader2;
  color: string;
}

const LOOKS: Record<Outcome, StatusLook> = {
  in_progress: { icon: IconLoader2, color: 'var(--v-info)' },
  queued: { icon: IconClock, color: 'var(--v-muted)' },
  generating_preview: { icon: IconPhotoCog, color: 'var(--v-info)' },
  success: { icon: IconCircleCheck, color: 'var(--v-success)' },
  partial_error: { icon: IconAlertTriangle, color: 'var(--v-warning)' },
  error: { icon: IconAlertCircle, color: 'var(--v-error)' },
};

export function statusLook(outcome: Outcome, status?: string): StatusLook {
  return status === 'reconnecting' ? { icon: IconPlugConnectedX, color: 'var(--v-warning)' } : LOOKS[outcome];
}

/** The text of a status; a free-text queue state is shown as it is. */
export function statusWord(outcome: Outcome, status: string, t: TFunction<'activity'>): string {
  if (status === 'waiting') return t('status.waiting');
  if (status === 'reconnecting') return t('status.reconnecting');
  const words: Record<Outcome, string> = {
    in_progress: t('status.in_progress'),
    queued: status,
    generating_preview: t('status.generating_preview'),
    success: t('status.success'),
    partial_error: t('status.partial_error'),
    error: t('status.error'),
  };
  return words[outcome];
}

/** The title of the whole tray. */
export function runningTitle(running: readonly Action[], t: TFunction<'activity'>): string {
  const count = running.length;
  return running.every((one) => one.type === 'upload') ? t('tray.uploading', { count }) : t('tray.running', { count });
}

/** Why it failed, or its progress: "11% · 120 MB of 1.1 GB · 2 min left". */
export function actionDetail(action: Action, t: TFunction<'activity'>, language: string): string {
  const { local } = action;
  if (local?.error) return local.error;
  if (action.status !== 'in_progress' || !isRunning(action)) return '';
  const parts = [`${action.progress}%`];
  if (local && local.sent > 0)
    parts.push(t('bytes', { sent: formatSize(local.sent, language), size: formatSize(local.size, language) }));
  if (local && local.secondsLeft !== null) parts.push(t('timeLeft', { time: duration(local.secondsLeft, language) }));
  return parts.join(' · ');
}

/** In one unit, no more exact than the estimate. */
function duration(seconds: number, language: string): string {
  const [value, unit] =
    seconds < 60
      ? [Math.max(5, Math.ceil(seconds / 5) * 5), 'second']
      : seconds < 5400
        ? [seconds / 60, 'minute']
        : [seconds / 3600, 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 0 }).format(value);
}

/** "Upload of 200 files" for a group, or the name of a single one; of a deletion the name alone would not say what became of it. */
export function groupTitle(actions: readonly Action[], t: TFunction<'activity'>): string {
  const [first] = actions;
  if (!first) return '';
  if (actions.length === 1) return first.type === 'delete' ? t('deleted', { name: first.title }) : first.title;
  const count = actions.length;
  switch (first.type) {
    case 'upload':
      return t('group.upload', { count });
    case 'move':
      return t('group.move', { count });
    case 'copy':
      return t('group.copy', { count });
    case 'delete':
      return t('group.delete', { count });
    case 'export':
      return t('group.export', { count });
    case 'synthetic_image_txt2img':
    case 'synthetic_image_upscale':
      return t('group.image', { count });
    default:
      return t('group.other', { count });
  }
}

/** The same once it is over: what was done. */
export function toldTitle(actions: readonly Action[], t: TFunction<'activity'>): string {
  const [first] = actions;
  const wentWell = actions.every((one) => outcome(one) !== 'error');
  if (!first || !wentWell) return groupTitle(actions, t);
  const count = actions.length;
  if (first.type === 'upload') return count === 1 ? t('uploaded', { name: first.title }) : t('told.upload', { count });
  if (first.type === 'delete' && count > 1) return t('told.delete', { count });
  return groupTitle(actions, t);
}
