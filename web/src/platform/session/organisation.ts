import { useQuery } from '@tanstack/react-query';
import { query, type Schema } from '../api/client';
import { builtInPalette, type ThemeConfig } from '../theme/palettes';
import { themeQuery } from './account';
import { useSession, useToken } from './use-session';

/** Whose page this is: the organisation of the person, or without a session the one that the address belongs to. */
export interface Organisation {
  /** Null: nobody's own, so that the product's name stands there. */
  name: string | null;
  logo: string | null;
}

/** What the organisation at this address shows to everybody. */
function frontQuery() {
  return query.queryOptions(
    'get',
    '/api/core/front',
    { params: { query: { host: window.location.host } } },
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  );
}

/** What the address alone tells; nothing while somebody is signed in. */
function useFront(): Schema<'Front'> | undefined {
  const token = useToken();
  const { data } = useQuery({ ...frontQuery(), enabled: token === null });
  return token === null ? data : undefined;
}

/** The colours before anybody has signed in. */
export function useFrontTheme(): ThemeConfig {
  return useFront()?.theme_config ?? builtInPalette;
}

export function useOrganisation(): Organisation {
  const front = useFront();
  const session = useSession();
  const token = useToken();
  const { data: theme } = useQuery({ ...themeQuery(), enabled: token !== null });
  if (token === null) return { name: front?.tenant_title ?? null, logo: front?.theme_config?.logo ?? null };
  const name = session?.user.tenant_title ?? null;
  return { name, logo: name === null ? null : (theme?.theme_config.logo ?? null) };
}
