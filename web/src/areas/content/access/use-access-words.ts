import { useTranslation } from 'react-i18next';
import type { Role } from './grants';

const roles: readonly Role[] = ['reader', 'writer', 'manager'];

/** The roles by name, weakest first. */
export function useRoles() {
  const { t } = useTranslation(['content_actions', 'content']);
  const names: Record<Role, string> = {
    reader: t('content:role.reader'),
    writer: t('content:role.writer'),
    manager: t('content:role.manager'),
  };
  return {
    names,
    options: roles.map((role) => ({ value: role, label: names[role] })),
    parse: (value: string | null) => roles.find((role) => role === value),
  };
}

/** The range of a grant. */
export function useReaches() {
  const { t } = useTranslation(['content_actions', 'content']);
  return [
    { value: 'all', label: t('access.everything') },
    { value: 'here', label: t('access.only_here') },
  ];
}
