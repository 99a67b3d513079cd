import type { TFunction } from 'i18next';
import type { ReviewsAsked } from './review-queries';

/** What was not asked for, in a sentence for each reason; empty if all people were asked about all files. */
export function leftOutWords(told: ReviewsAsked, people: number, t: TFunction<'reviews_panel'>): string {
  const count = (why: ReviewsAsked['left_out'][number]['why']) => told.left_out.filter((one) => one.why === why).length;
  const [busy, unseen, closed] = [count('in_review'), count('not_seen'), count('not_allowed')];
  const partly = told.asked.filter(({ reviewers }) => reviewers < people).length;
  return [
    busy > 0 ? t('leftOut.inReview', { count: busy }) : '',
    unseen > 0 ? t('leftOut.notSeen', { count: unseen }) : '',
    closed > 0 ? t('leftOut.notAllowed', { count: closed }) : '',
    partly > 0 ? t('leftOut.partly', { count: partly }) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
