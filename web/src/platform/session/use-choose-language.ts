import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../api/client';
import { changeLanguage, currentLanguage, type Language } from '../i18n/i18n';
import { userQuery } from './account';
import { useSession } from './use-session';

/** Changes the page's language at once, and the account's when someone is signed in. */
export function useChooseLanguage() {
  useTranslation();
  const session = useSession();
  const client = useQueryClient();
  const update = query.useMutation('put', '/api/core/users/{users_id}');
  const choose = async (language: Language) => {
    await changeLanguage(language);
    if (session === null) return;
    const { usersId, user } = session;
    const params = { path: { users_id: usersId } };
    const saved = await update.mutateAsync({ params, body: { name: user.name, language } });
    client.setQueryData(userQuery(usersId).queryKey, saved);
  };
  return { language: currentLanguage(), choose };
}
