import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconLoader2,
  IconPhotoCog,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Action, Outcome } from './action';

interface StatusLook {
  icon: typeof IconLoader2;
  color: string;
}

const LOOKS: Record<Outcome, StatusLook> = {
  in_progress: { icon: IconLoader2, color: 'var(--v-info)' },
  queued: { icon: IconInfoCircle, color: 'var(--v-muted)' },
  generating_preview: { icon: IconPhotoCog, color: 'var(--v-info)' },
  success: { icon: IconCircleCheck, color: 'var(--v-success)' },
  partial_error: { icon: IconAlertTriangle, color: 'var(--v-warning)' },
  error: { icon: IconAlertCircle, color: 'var(--v-error)' },
};

export function statusLook(outcome: Outcome, status?: string): StatusLook {
  return status === 'reconnecting' ? { icon: IconPlugConnectedX, color: 'var(--v-warning)' } : LOOKS[outcome];
}

/** A status in words; a free-text queue state is its own words. */
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

/** "Upload of 200 files" for a group, or the one thing's own name. */
export function groupTitle(actions: readonly Action[], t: TFunction<'activity'>): string {
  const [first] = actions;
  if (!first) return '';
  if (actions.length === 1) return first.title;
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
