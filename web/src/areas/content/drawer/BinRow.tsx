import { IconTrash } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { selectedApp } from '../../../platform/session/memory';
import { useApplications } from '../../../platform/session/use-session';
import { DrawerRow } from '../../../platform/ui/drawer/DrawerRow';

/** The bin of the library that one is in, or was in last. */
export function BinRow({ mini }: { mini: boolean }) {
  const { t } = useTranslation('content');
  const open = useRouterState({ select: ({ location }) => Number(/^\/content\/(\d+)\//.exec(location.pathname)?.[1]) });
  const own = useApplications().flatMap((app) =>
    app.application_key === 'content' ? [app.application_instance_id] : [],
  );
  const appId = [open, selectedApp('content')].find((id) => id !== null && own.includes(id)) ?? own[0];
  if (appId === undefined) return null;
  return <DrawerRow href={`/content/${appId}/bin`} icon={IconTrash} label={t('bin.title')} mini={mini} />;
}
