import type { TFunction } from 'i18next';
import type { NameProblem } from '../../../platform/uploads/names';

/** Why a folder or a file cannot have this name; it says which signs are refused. */
export function nameRule(
  problem: NameProblem,
  of: 'folder' | 'file',
  t: TFunction<['content', 'content_actions']>,
  language: string,
): string {
  const what = t(of === 'folder' ? 'content_actions:nameRule.folder' : 'content_actions:nameRule.file');
  switch (problem.kind) {
    case 'signs': {
      const signs = new Intl.ListFormat(language, { type: 'conjunction' }).format(problem.signs);
      return t('content_actions:nameRule.signs', { count: problem.signs.length, signs, what });
    }
    case 'empty':
      return t('content_actions:nameRule.empty', { what });
    case 'long':
      return t('content_actions:nameRule.long', { what });
    case 'unseen':
      return t('content_actions:nameRule.unseen', { what });
    case 'ending':
      return t('content_actions:nameRule.ending', { what });
    case 'reserved':
      return t('content_actions:nameRule.reserved', { what });
  }
}
