import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsSort, IconChevronDown, IconDots, IconInfoCircle, IconPlus, IconUpload } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionContext, PlaceAction } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { later } from '../../../platform/routing/later';
import { Hint } from '../../../platform/ui/Hint';
import { OnUse } from '../../../platform/ui/OnUse';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import { ViewSwitch } from '../browser/ViewSwitch';
import type { ViewMode } from '../browser/view-mode';
import type { Order } from '../orders';
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

const SortMenu = later(() => import('./FolderMenus'), 'SortMenu');
const MoreMenu = later(() => import('./FolderMenus'), 'MoreMenu');
const PlaceMenu = later(() => import('./FolderMenus'), 'PlaceMenu');

/** View, more, New and Upload: the tools of a folder on one line. */
export function FolderTools(props: Props) {
  const { appId, mode, setMode, order, reorder, writable, panelOpen, togglePanel, context } = props;
  const { t } = useTranslation('content');
  const { placeActions } = useRegistry();
  const small = useIsPhone();
  const touch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const help = () => placeActions.find(({ key }) => key === 'help')?.run(context);
  const moreButton = (
    <ActionIcon aria-label={t('more')}>
      <IconDots {...icon} />
    </ActionIcon>
  );
  return (
    <div className={classes['tools']}>
      <ViewSwitch mode={mode} setMode={setMode} />
      {!small && (
        <Hint label={panelOpen ? t('panel.hide') : t('panel.show')}>
          <ActionIcon
            aria-label={panelOpen ? t('panel.hide') : t('panel.show')}
            aria-pressed={panelOpen}
            variant={panelOpen ? 'light' : 'subtle'}
            {...(panelOpen && { color: 'brand' })}
            onClick={togglePanel}
          >
            <IconInfoCircle {...icon} />
          </ActionIcon>
        </Hint>
      )}
      <OnUse target={moreButton} prefetch={MoreMenu.prefetch}>
        <MoreMenu
          target={moreButton}
          {...{ appId, context }}
          narrow={small ? { order, reorder, togglePanel } : null}
          help={touch ? null : help}
        />
      </OnUse>
      {writable && (
        <>
          <NewButton actions={placeActions.filter(({ menu }) => menu === 'new')} context={context} small={small} />
          <PlaceButton
            button={
              <Button className={classes['worded'] ?? ''} leftSection={!small && <IconUpload {...icon} />}>
                {t('upload')}
              </Button>
            }
            actions={placeActions.filter(({ menu }) => menu === 'upload')}
            context={context}
          />
        </>
      )}
    </div>
  );
}

const ORDERS = {
  name: 'sort.name',
  '-name': 'sort.nameDown',
  '-modified_at': 'sort.newest',
  modified_at: 'sort.oldest',
  '-taken_at': 'sort.takenDown',
  taken_at: 'sort.taken',
  '-size': 'sort.largest',
  size: 'sort.smallest',
} as const;

/** The order of the list, in words, and the menu of the others. */
export function OrderButton({ order, reorder }: Pick<Props, 'order' | 'reorder'>) {
  const { t } = useTranslation('content');
  const words = t(ORDERS[order]);
  const button = (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={classes['order'] ?? ''}
      leftSection={<IconArrowsSort size={16} stroke={1.7} aria-hidden />}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      aria-label={t('sort.by', { order: words })}
    >
      {words}
    </Button>
  );
  return (
    <OnUse target={button} prefetch={SortMenu.prefetch}>
      <SortMenu target={button} order={order} reorder={reorder} />
    </OnUse>
  );
}

type Actions = { actions: readonly PlaceAction[]; context: ActionContext };

function PlaceButton({ button, actions, context }: Actions & { button: ReactElement<{ onClick?: () => void }> }) {
  return (
    <OnUse target={button} prefetch={PlaceMenu.prefetch}>
      <PlaceMenu target={button} actions={actions} context={context} />
    </OnUse>
  );
}

/** What can be made here: one thing by its own button, several in a menu. */
function NewButton({ actions, context, small }: Actions & { small: boolean }) {
  const { t } = useTranslation('content');
  const look = {
    variant: 'default',
    className: classes['worded'] ?? '',
    leftSection: !small && <IconPlus {...icon} />,
  };
  const [only, another] = actions;
  if (only === undefined) return null;
  if (another !== undefined) {
    return <PlaceButton button={<Button {...look}>{t('new')}</Button>} actions={actions} context={context} />;
  }
  return (
    <Button {...look} onClick={() => only.run(context)} aria-label={only.label()}>
      {t('new')}
    </Button>
  );
}
