import { useTranslation } from 'react-i18next';
import type { Role } from './grants';

const roles: readonly Role[] = ['reader', 'writer', 'manager'];

/** The roles by name, weakest first. */
export function useRoles() {
  const { t } = useTranslation('content');
  const names: Record<Role, string> = {
    reader: t('role.reader'),
    writer: t('role.writer'),
    manager: t('role.manager'),
  };
  return {
    names,
    options: roles.map((role) => ({ value: role, label: names[role] })),
    parse: (value: string | null) => roles.find((role) => role === value),
  };
}

/** The range of a grant. */
export function useReaches() {
  const { t } = useTranslation('content');
  return [
    { value: 'all', label: t('access.everything') },
    { value: 'here', label: t('access.only_here') },
  ];
}
