import type { TFunction } from 'i18next';

/** Why something could not be done with an entry, from the code of the server's problem. */
export function failureReason(code: string | null, t: TFunction<'activity_tray'>): string {
  switch (code) {
    case 'name_taken':
      return t('reason.taken');
    case 'changed_since':
      return t('reason.changed');
    case 'version_gone':
      return t('reason.version');
    case 'loses_marks':
      return t('reason.marks');
    case 'other_marks':
      return t('reason.otherMarks');
    case 'loses_terms':
      return t('reason.terms');
    case 'already_there':
      return t('reason.there');
    case 'not_found':
      return t('reason.gone');
    case 'locked':
      return t('reason.locked');
    case 'damaged':
    case 'bytes_missing':
      return t('reason.bytes');
    case 'moving':
    case 'repository_moving':
      return t('reason.busy');
    case 'moving_nearby':
      return t('reason.nearby');
    case 'into_itself':
    case 'too_deep':
    case 'other_repository':
      return t('reason.place');
    default:
      return code?.startsWith('needs_role') ? t('reason.role') : t('reason.other');
  }
}
