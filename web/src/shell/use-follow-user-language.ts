import { useEffect } from 'react';
import { changeLanguage } from '../platform/i18n/i18n';
import { useSession } from '../platform/session/use-session';

/** The language of the account takes precedence over the one of this device. */
export function useFollowUserLanguage(): void {
  const language = useSession()?.user.language ?? null;
  useEffect(() => {
    if (language !== null) void changeLanguage(language);
  }, [language]);
}
