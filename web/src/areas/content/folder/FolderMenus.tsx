import { IconInfoCircle, IconKeyboard, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../platform/api/client';
import type { ActionContext, PlaceAction } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { Hint } from '../../../platform/ui/Hint';
import { Menu } from '../../../platform/ui/Menu';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';
import { offered } from '../entry/offered';
import type { Order } from '../orders';
import { entryQuery, nodeActionsQuery } from '../queries';
import classes from './FolderMenus.module.css';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** A menu's button. */
type Target = { target: ReactElement };
type Sorting = { order: Order; reorder: (order: Order) => void };

/** A menu under an icon; the icon's tooltip is hidden while its menu is open. */
function ToolMenu({ target, label, children }: Target & { label: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Hint label={label} disabled={opened}>
        <Menu.Target>{target}</Menu.Target>
      </Hint>
      {/* On a phone it may be longer than the screen. */}
      <Menu.Dropdown mah="75dvh" style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

function Orders({ order, reorder }: Sorting) {
  const { t } = useTranslation('content');
  const orders: { order: Order; label: string }[] = [
    { order: 'name', label: t('sort.name') },
    { order: '-name', label: t('sort.nameDown') },
    { order: '-modified_at', label: t('sort.newest') },
    { order: 'modified_at', label: t('sort.oldest') },
    { order: '-taken_at', label: t('sort.takenDown') },
    { order: 'taken_at', label: t('sort.taken') },
    { order: '-size', label: t('sort.largest') },
    { order: 'size', label: t('sort.smallest') },
  ];
  return (
    <Menu.RadioGroup value={order}>
      {orders.map((one) => (
        <Menu.RadioItem key={one.order} value={one.order} closeMenuOnClick onChange={() => reorder(one.order)}>
          {one.label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

export function SortMenu({ target, ...sorting }: Target & Sorting) {
  const { t } = useTranslation('content');
  return (
    <ToolMenu target={target} label={t('sort.label')}>
      <Orders {...sorting} />
    </ToolMenu>
  );
}

/** What the open folder has elsewhere on its page, or loses its page by. */
const ELSEWHERE: ReadonlySet<string> = new Set(['open', 'remove']);

/** What may be done with the open folder itself. */
function useFolderActions(appId: number, context: ActionContext) {
  const { entryActions } = useRegistry();
  const folderId = context.folder?.nodeId ?? 0;
  const folder = useQuery({ ...entryQuery(appId, folderId), enabled: folderId > 0 }).data;
  const listed = useQuery({ ...nodeActionsQuery(appId, folderId), enabled: folder !== undefined }).data;
  if (folder === undefined || listed === undefined) return [];
  const allowed = new Set(listed.items.map(({ action_key }) => action_key));
  return offered(entryActions, [folder], allowed)
    .filter(({ key, keyOnly }) => !keyOnly && !ELSEWHERE.has(key))
    .map((action) => ({ action, run: () => action.run([folder], context) }));
}

type MoreProps = Target & {
  appId: number;
  context: ActionContext;
  /** On a narrow screen, what has no button of its own there. */
  narrow: (Sorting & { togglePanel: () => void }) | null;
  /** Absent without a keyboard. */
  help: (() => void) | null;
};

/** What may be done with the open folder, and what belongs to all of the library. */
export function MoreMenu({ target, appId, context, narrow, help }: MoreProps) {
  const { t } = useTranslation('content');
  const actions = useFolderActions(appId, context);
  // A narrow screen opens the panel by its own words.
  const shown = actions.filter(({ action }) => narrow === null || action.key !== 'information');
  return (
    <ToolMenu target={target} label={t('more')}>
      {shown.map(({ action, run }) => (
        <Menu.Item key={action.key} leftSection={<action.icon {...icon} />} onClick={run}>
          {action.label()}
        </Menu.Item>
      ))}
      {shown.length > 0 && <Menu.Divider />}
      {narrow && (
        <>
          <Menu.Item leftSection={<IconInfoCircle {...icon} />} onClick={narrow.togglePanel}>
            {t('panel.show')}
          </Menu.Item>
          <Menu.Label>{t('sort.label')}</Menu.Label>
          <Orders order={narrow.order} reorder={narrow.reorder} />
          <Menu.Divider />
        </>
      )}
      <Menu.Item component={Link} to={`/content/${appId}/bin`} leftSection={<IconTrash {...icon} />}>
        {t('bin.title')}
      </Menu.Item>
      {help && (
        <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={help}>
          {t('actions.help')}
        </Menu.Item>
      )}
    </ToolMenu>
  );
}

/** Actions of the folder under a button. */
export function PlaceMenu({
  target,
  actions,
  context,
}: Target & { actions: readonly PlaceAction[]; context: ActionContext }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item key={action.key} leftSection={<action.icon {...icon} />} onClick={() => action.run(context)}>
            {action.label()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type PersonProps = Target & {
  people: readonly Schema<'PersonFacet'>[];
  /** Everything is counted. */
  counted: boolean;
  chosen: string | undefined;
  choose: (by: string) => void;
};

/** The people who brought what is in a folder. */
export function PersonMenu({ target, people, counted, chosen, choose }: PersonProps) {
  const { i18n } = useTranslation('content');
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen ?? ''}>
          {people.map(({ users_id, name, count }) => (
            <Menu.RadioItem
              key={users_id}
              value={String(users_id)}
              closeMenuOnClick
              onChange={() => choose(String(users_id))}
            >
              <span className={classes['person']}>
                <PersonAvatar name={name} src={null} size={24} />
                <span className={classes['name']}>{name}</span>
                {counted && <span className={classes['amount']}>{count.toLocaleString(i18n.language)}</span>}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
