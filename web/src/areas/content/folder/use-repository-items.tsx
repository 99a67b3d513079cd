import { Menu } from '@mantine/core';
import { IconChartBar, IconCopy, IconInfoCircle, IconLibraryPhoto, IconPhoto, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';
import { coverQuery } from '../covers/cover-queries';
import { IconDialog } from '../icons/icon-dialog-later';
import type { Entry } from '../queries';

const AccessDialog = later(() => withActionTexts(import('../access/AccessDialog')), 'AccessDialog');
const CoverDialog = later(() => import('../covers/CoverDialog'), 'CoverDialog');

/** What its menus need to know of a repository. */
export type MenuRepository = Pick<Entry, 'node_id' | 'name' | 'role'>;

/** The actions of a repository, as items of a menu; their dialogs stay when the menu is closed. */
export function useRepositoryItems(appId: number, repository: MenuRepository): { items: ReactNode; dialog: ReactNode } {
  const { t } = useTranslation('content');
  const navigate = useNavigate();
  const [open, setOpen] = useState<'cover' | 'icon' | 'access' | null>(null);
  const close = () => setOpen(null);
  const { node_id: nodeId, name, role } = repository;
  // The card has asked for it.
  const { data: cover } = useQuery({ ...coverQuery(appId, nodeId), enabled: false });
  const mayWrite = role === 'writer' || role === 'manager';
  const items = (
    <>
      <Menu.Item
        leftSection={<IconInfoCircle size={18} stroke={1.7} aria-hidden />}
        onClick={() => void navigate({ to: '/content/$appId/actions/entry/info/$nodeId', params: { appId, nodeId } })}
      >
        {t('actions.information')}
      </Menu.Item>
      {mayWrite && (
        <Menu.Item
          leftSection={<IconLibraryPhoto size={18} stroke={1.7} aria-hidden />}
          onClick={() => setOpen('cover')}
        >
          {t('actions.chooseCover')}
        </Menu.Item>
      )}
      {mayWrite && (
        <Menu.Item leftSection={<IconPhoto size={18} stroke={1.7} aria-hidden />} onClick={() => setOpen('icon')}>
          {t('actions.setIcon')}
        </Menu.Item>
      )}
      {role === 'manager' && (
        <Menu.Item
          leftSection={<IconChartBar size={18} stroke={1.7} aria-hidden />}
          onClick={() => void navigate({ to: '/content/$appId/insights/$nodeId', params: { appId, nodeId } })}
        >
          {t('actions.insights')}
        </Menu.Item>
      )}
      {role === 'manager' && (
        <Menu.Item
          leftSection={<IconCopy size={18} stroke={1.7} aria-hidden />}
          onClick={() => void navigate({ to: '/content/$appId/duplicates/$nodeId', params: { appId, nodeId } })}
        >
          {t('actions.findEqual')}
        </Menu.Item>
      )}
      {role === 'manager' && (
        <Menu.Item leftSection={<IconUserPlus size={18} stroke={1.7} aria-hidden />} onClick={() => setOpen('access')}>
          {t('access.add')}
        </Menu.Item>
      )}
    </>
  );
  const dialog = open !== null && (
    <Suspense fallback={null}>
      {open === 'cover' && <CoverDialog appId={appId} folder={{ node_id: nodeId, name }} close={close} />}
      {open === 'icon' && (
        <IconDialog appId={appId} entry={{ node_id: nodeId, name, icon: cover?.icon ?? null }} close={close} />
      )}
      {open === 'access' && (
        <AccessDialog appId={appId} node={{ node_id: nodeId, name, node_type: 'repository' }} close={close} />
      )}
    </Suspense>
  );
  return { items, dialog };
}
