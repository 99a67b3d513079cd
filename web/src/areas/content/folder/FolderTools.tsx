import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowsSort,
  IconDots,
  IconFileUpload,
  IconFolderUp,
  IconInfoCircle,
  IconKeyboard,
  IconPlus,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ViewSwitch } from '../browser/ViewSwitch';
import type { ViewMode } from '../browser/view-mode';
import type { Handlers } from '../entry/node-actions';
import type { Order } from '../queries';
import classes from './FolderTools.module.css';

interface Props {
  appId: number;
  mode: ViewMode;
  setMode: (mode: ViewMode) => void;
  order: Order;
  reorder: (order: Order) => void;
  writable: boolean;
  panelOpen: boolean;
  togglePanel: () => void;
  handlers: Omit<Handlers, 'selectAll'>;
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** View, sort, more, New and Upload: the tools of a folder on one line. */
export function FolderTools({
  appId,
  mode,
  setMode,
  order,
  reorder,
  writable,
  panelOpen,
  togglePanel,
  handlers,
}: Props) {
  const { t } = useTranslation('content');
  const small = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const touch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const orders: { order: Order; label: string }[] = [
    { order: 'name', label: t('sort.name') },
    { order: '-name', label: t('sort.nameDown') },
    { order: '-modified_at', label: t('sort.newest') },
    { order: 'modified_at', label: t('sort.oldest') },
    { order: '-size', label: t('sort.largest') },
    { order: 'size', label: t('sort.smallest') },
  ];
  const sorting = (
    <Menu.RadioGroup value={order}>
      {orders.map((one) => (
        <Menu.RadioItem key={one.order} value={one.order} closeMenuOnClick onChange={() => reorder(one.order)}>
          {one.label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
  return (
    <div className={classes['tools']}>
      <ViewSwitch mode={mode} setMode={setMode} />
      {!small && (
        <ToolMenu label={t('sort.label')} icon={IconArrowsSort}>
          {sorting}
        </ToolMenu>
      )}
      {!small && (
        <Tooltip label={panelOpen ? t('panel.hide') : t('panel.show')}>
          <ActionIcon
            aria-label={panelOpen ? t('panel.hide') : t('panel.show')}
            aria-pressed={panelOpen}
            variant={panelOpen ? 'light' : 'subtle'}
            {...(panelOpen && { color: 'brand' })}
            onClick={togglePanel}
          >
            <IconInfoCircle {...icon} />
          </ActionIcon>
        </Tooltip>
      )}
      <ToolMenu label={t('more')} icon={IconDots}>
        {small && (
          <>
            <Menu.Item leftSection={<IconInfoCircle {...icon} />} onClick={togglePanel}>
              {t('panel.show')}
            </Menu.Item>
            <Menu.Label>{t('sort.label')}</Menu.Label>
            {sorting}
            <Menu.Divider />
          </>
        )}
        <Menu.Item component={Link} to={`/content/${appId}/bin`} leftSection={<IconTrash {...icon} />}>
          {t('bin.title')}
        </Menu.Item>
        {!touch && (
          <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={handlers.help}>
            {t('actions.help')}
          </Menu.Item>
        )}
      </ToolMenu>
      {writable && (
        <>
          <Button
            variant="default"
            leftSection={!small && <IconPlus {...icon} />}
            onClick={handlers.createFolder}
            aria-label={t('actions.createFolder')}
          >
            {t('new')}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button leftSection={!small && <IconUpload {...icon} />}>{t('upload')}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconFileUpload {...icon} />} onClick={handlers.uploadFiles}>
                {t('actions.uploadFiles')}
              </Menu.Item>
              <Menu.Item leftSection={<IconFolderUp {...icon} />} onClick={handlers.uploadFolder}>
                {t('actions.uploadFolder')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
    </div>
  );
}

/** A menu under an icon; the icon's tooltip is hidden while its menu is open. */
function ToolMenu(props: { label: string; icon: ComponentType<typeof icon>; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Tooltip label={props.label} disabled={opened}>
          <ActionIcon aria-label={props.label}>
            <props.icon {...icon} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>{props.children}</Menu.Dropdown>
    </Menu>
  );
}
