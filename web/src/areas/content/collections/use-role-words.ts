import { useTranslation } from 'react-i18next';
import type { CollectionRole } from './collection-types';

const ROLES: readonly CollectionRole[] = ['viewer', 'editor', 'owner'];

/** What the roles of a collection are called. */
export function useRoleWords() {
  const { t } = useTranslation('content_actions');
  const words: Record<CollectionRole, string> = {
    viewer: t('collection.roles.viewer'),
    editor: t('collection.roles.editor'),
    owner: t('collection.roles.owner'),
  };
  return { words, parse: (value: string | null) => ROLES.find((role) => role === value) ?? null };
}
