import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconLoader2,
  IconPhotoCog,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
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

export function statusLook(outcome: Outcome): StatusLook {
  return LOOKS[outcome];
}

/** The text of a status; a free-text queue state is shown as it is. */
export function statusWord(outcome: Outcome, status: string, t: TFunction<'activity'>): string {
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
  return t('tray.running', { count: running.length });
}

/** How far it is, while it runs. */
export function actionDetail(action: Action): string {
  return action.status === 'in_progress' && isRunning(action) ? `${action.progress}%` : '';
}

/** In one unit, no more exact than the estimate. */
export function duration(seconds: number, language: string): string {
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
  const wentWell = actions.every((one) => outcome(one) !== 'error' && outcome(one) !== 'partial_error');
  if (!first || !wentWell) return groupTitle(actions, t);
  const count = actions.reduce((sum, { items }) => sum + (items ?? 1), 0);
  if (first.type === 'upload' && actions.length > 1) return t('told.upload', { count });
  if (first.type === 'upload') {
    return count > 1 ? t('told.uploadTo', { count, name: first.title }) : t('uploaded', { name: first.title });
  }
  if (first.type === 'delete' && count > 1) return t('told.delete', { count });
  return groupTitle(actions, t);
}
