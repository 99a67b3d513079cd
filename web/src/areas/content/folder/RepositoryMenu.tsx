import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChartBar,
  IconCopy,
  IconDots,
  IconInfoCircle,
  IconLibraryPhoto,
  IconPhoto,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';
import { coverQuery } from '../covers/cover-queries';
import { IconDialog } from '../icons/icon-dialog-later';
import type { Repository } from '../queries';
import classes from './RepositoryMenu.module.css';

const AccessDialog = later(() => withActionTexts(import('../access/AccessDialog')), 'AccessDialog');
const CoverDialog = later(() => import('../covers/CoverDialog'), 'CoverDialog');

/** The actions of a repository, from its card. */
export function RepositoryMenu({ appId, repository }: { appId: number; repository: Repository }) {
  const { t } = useTranslation('content');
  const navigate = useNavigate();
  const [giving, setGiving] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [iconing, setIconing] = useState(false);
  const { node_id: nodeId, title: name, role } = repository;
  // The card has asked for it.
  const { data: cover } = useQuery({ ...coverQuery(appId, nodeId), enabled: false });
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            className={classes['button'] ?? ''}
            variant="default"
            size={32}
            aria-label={t('library.actions', { name })}
          >
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconInfoCircle size={18} stroke={1.7} aria-hidden />}
            onClick={() =>
              void navigate({ to: '/content/$appId/actions/entry/info/$nodeId', params: { appId, nodeId } })
            }
          >
            {t('actions.information')}
          </Menu.Item>
          {(role === 'writer' || role === 'manager') && (
            <Menu.Item
              leftSection={<IconLibraryPhoto size={18} stroke={1.7} aria-hidden />}
              onClick={() => setChoosing(true)}
            >
              {t('actions.chooseCover')}
            </Menu.Item>
          )}
          {(role === 'writer' || role === 'manager') && (
            <Menu.Item leftSection={<IconPhoto size={18} stroke={1.7} aria-hidden />} onClick={() => setIconing(true)}>
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
            <Menu.Item
              leftSection={<IconUserPlus size={18} stroke={1.7} aria-hidden />}
              onClick={() => setGiving(true)}
            >
              {t('access.add')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {choosing && (
        <Suspense fallback={null}>
          <CoverDialog appId={appId} folder={{ node_id: nodeId, name }} close={() => setChoosing(false)} />
        </Suspense>
      )}
      {iconing && (
        <Suspense fallback={null}>
          <IconDialog
            appId={appId}
            entry={{ node_id: nodeId, name, icon: cover?.icon ?? null }}
            close={() => setIconing(false)}
          />
        </Suspense>
      )}
      {giving && (
        <Suspense fallback={null}>
          <AccessDialog
            appId={appId}
            node={{ node_id: nodeId, name, node_type: 'repository' }}
            close={() => setGiving(false)}
          />
        </Suspense>
      )}
    </>
  );
}
