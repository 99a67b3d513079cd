import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';

/** Why a call of who is signed out was refused, in the person's language. */
export function useRefusal() {
  const { t } = useTranslation('identity');
  return (error: unknown): string | null => {
    if (error === null || error === undefined) return null;
    return isProblem(error) ? error.message : t('login.unreachable');
  };
}
