import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconLoader2,
  IconPhotoCog,
  IconRefresh,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type Action, isRunning, type Outcome } from './action';

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
  retried: { icon: IconRefresh, color: 'var(--v-muted)' },
  interrupted: { icon: IconAlertTriangle, color: 'var(--v-warning)' },
  stopped: { icon: IconCircleMinus, color: 'var(--v-muted)' },
  error: { icon: IconAlertCircle, color: 'var(--v-error)' },
};

export function statusLook(outcome: Outcome): StatusLook {
  return LOOKS[outcome];
}

/** The text of a status; a free-text queue state is shown as it is. */
export function statusWord(outcome: Outcome, status: string, t: TFunction<'activity_tray'>): string {
  const words: Record<Outcome, string> = {
    in_progress: t('status.in_progress'),
    queued: status,
    generating_preview: t('status.generating_preview'),
    success: t('status.success'),
    partial_error: t('status.partial_error'),
    retried: t('status.retried'),
    interrupted: t('status.interrupted'),
    stopped: t('status.stopped'),
    error: t('status.error'),
  };
  return words[outcome];
}

/** The title of the whole tray. */
export function runningTitle(running: readonly Action[], t: TFunction<'activity_tray'>): string {
  return t('tray.running', { count: running.length });
}

/** How far it is while it runs, and how far it has come where that is not all. */
export function actionDetail(action: Action, t: TFunction<'activity_tray'>): string {
  if (action.status === 'in_progress' && isRunning(action)) return `${action.progress}%`;
  if (action.status === 'interrupted') return t('arrivedOf', { done: action.done ?? 0, count: action.items ?? 1 });
  const parts: string[] = [];
  if (action.status === 'stopped' && action.items !== null)
    parts.push(t('done', { done: action.done ?? 0, count: action.items }));
  if (action.failed !== null && action.failed > 0 && !action.retried) parts.push(t('failed', { count: action.failed }));
  return parts.join(', ');
}

/** A time in one unit, no more exact than the estimate, and how many of the unit it is. */
export function duration(seconds: number, language: string): { time: string; count: number } {
  const [value, unit] =
    seconds < 60
      ? [Math.max(5, Math.ceil(seconds / 5) * 5), 'second']
      : seconds < 5400
        ? [seconds / 60, 'minute']
        : [seconds / 3600, 'hour'];
  const count = Math.round(value);
  return { time: new Intl.NumberFormat(language, { style: 'unit', unit }).format(count), count };
}
