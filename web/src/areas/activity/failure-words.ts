import type { TFunction } from 'i18next';
import { type NameProblem, nameProblem } from '../../platform/uploads/names';
import type { Failure } from './upload-groups';

/** Why a file did not arrive, in a sentence that names the refused signs. */
export function failureWords(
  { name, reason }: Pick<Failure, 'name' | 'reason'>,
  t: TFunction<'activity_tray'>,
  language: string,
): string {
  const problem = nameProblem(name);
  if (reason === 'name' && problem !== null) return problemWords(problem, t, language);
  switch (reason) {
    case 'name':
      return t('why.name');
    case 'taken':
      return t('why.taken');
    case 'too_large':
      return t('why.too_large');
    case 'no_space':
      return t('why.no_space');
    case 'forbidden':
      return t('why.forbidden');
    case 'interrupted':
      return t('why.interrupted');
    case 'other':
      return t('why.other');
  }
}

export function problemWords(problem: NameProblem, t: TFunction<'activity_tray'>, language: string): string {
  switch (problem.kind) {
    case 'signs': {
      const signs = new Intl.ListFormat(language, { type: 'conjunction' }).format(problem.signs);
      return t('why.signs', { count: problem.signs.length, signs });
    }
    case 'empty':
      return t('why.empty');
    case 'long':
      return t('why.long');
    case 'unseen':
      return t('why.unseen');
    case 'ending':
      return t('why.ending');
    case 'reserved':
      return t('why.reserved');
  }
}

/** Another name may help it; with others, the same name is tried again. */
export function needsName(failure: Pick<Failure, 'reason' | 'name'>): boolean {
  return failure.reason === 'name' || failure.reason === 'taken' || nameProblem(failure.name) !== null;
}
