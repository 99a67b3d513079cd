import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';

/** Why a call without a session was refused, in the user's language. */
export function useRefusal() {
  const { t } = useTranslation('identity_account');
  return (error: unknown): string | null => {
    if (error === null || error === undefined) return null;
    return isProblem(error) ? error.message : t('login.unreachable');
  };
}
