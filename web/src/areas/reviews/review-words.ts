import { type Icon, IconCircleCheck, IconHourglass, IconPencil } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { formatDay, formatMoment } from '../../platform/i18n/moments';
import { today } from '../../platform/ui/date/calendar';
import type { ReviewAnswer, ReviewState } from './review-queries';

export const stateIcons: Readonly<Record<ReviewState, Icon>> = {
  waiting: IconHourglass,
  approved: IconCircleCheck,
  changes_asked: IconPencil,
};

/** A day without a time zone, as people of the language write it. */
export function dayWords(day: string, language: string): string {
  return formatDay(Date.parse(`${day}T00:00:00Z`) / 1000, language, 'UTC');
}

/** The day has passed, where the user is. */
export function isOverdue(day: string | null): boolean {
  return day !== null && day < today();
}

/** "Approved version 2 · 5 Mar 2027, 14:05"; the version is said where it is not the present one. */
export function answerWords(answer: ReviewAnswer, t: TFunction<'reviews_panel'>, language: string): string {
  const { approves, version, is_current: isCurrent } = answer;
  const said = isCurrent
    ? t(approves ? 'said.approved' : 'said.changes')
    : t(approves ? 'said.approvedVersion' : 'said.changesVersion', { version });
  return `${said} · ${formatMoment(answer.answered_at, language)}`;
}
