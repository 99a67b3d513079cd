import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowsSort,
  IconDots,
  IconInfoCircle,
  IconKeyboard,
  IconPlus,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionContext, PlaceAction } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { ViewSwitch } from '../browser/ViewSwitch';
import type { ViewMode } from '../browser/view-mode';
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
  context: ActionContext;
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
  context,
}: Props) {
  const { t } = useTranslation('content');
  const { placeActions } = useRegistry();
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
          <Menu.Item
            leftSection={<IconKeyboard {...icon} />}
            onClick={() => placeActions.find(({ key }) => key === 'help')?.run(context)}
          >
            {t('actions.help')}
          </Menu.Item>
        )}
      </ToolMenu>
      {writable && (
        <>
          <NewButton actions={placeActions.filter(({ menu }) => menu === 'new')} context={context} small={small} />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button leftSection={!small && <IconUpload {...icon} />}>{t('upload')}</Button>
            </Menu.Target>
            <ActionItems actions={placeActions.filter(({ menu }) => menu === 'upload')} context={context} />
          </Menu>
        </>
      )}
    </div>
  );
}

type Actions = { actions: readonly PlaceAction[]; context: ActionContext };

/** What can be made here: one thing by its own button, several in a menu. */
function NewButton({ actions, context, small }: Actions & { small: boolean }) {
  const { t } = useTranslation('content');
  const look = { variant: 'default', leftSection: !small && <IconPlus {...icon} /> };
  const [only, another] = actions;
  if (only === undefined) return null;
  if (another === undefined) {
    return (
      <Button {...look} onClick={() => only.run(context)} aria-label={only.label()}>
        {t('new')}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...look}>{t('new')}</Button>
      </Menu.Target>
      <ActionItems actions={actions} context={context} />
    </Menu>
  );
}

function ActionItems({ actions, context }: Actions) {
  return (
    <Menu.Dropdown>
      {actions.map((action) => (
        <Menu.Item key={action.key} leftSection={<action.icon {...icon} />} onClick={() => action.run(context)}>
          {action.label()}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
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
