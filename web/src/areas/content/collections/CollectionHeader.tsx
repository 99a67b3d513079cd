import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowsMove,
  IconDots,
  IconDownload,
  IconLink,
  IconPencil,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionContext } from '../../../platform/registry/actions';
import { useSession } from '../../../platform/session/use-session';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { Menu } from '../../../platform/ui/Menu';
import { Breadcrumb } from '../browser/Breadcrumb';
import crumbs from '../browser/Breadcrumb.module.css';
import { ViewSwitch } from '../browser/ViewSwitch';
import type { ViewMode } from '../browser/view-mode';
import { collectionCalls, refresh } from './api';
import { CollectionDialog } from './CollectionDialog';
import classes from './CollectionHeader.module.css';
import type { CollectionDetail } from './collection-types';
import { downloadCollection, shareCollection } from './give-collection';
import { MembersDialog } from './MembersDialog';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface Props {
  appId: number;
  collection: CollectionDetail;
  context: ActionContext;
  mode: ViewMode;
  setMode: (mode: ViewMode) => void;
  canArrange: boolean;
  arranges: boolean;
  arrange: (arranges: boolean) => void;
}

/** The title of a collection, what it is about, and what can be done with it. */
export function CollectionHeader(props: Props) {
  const { appId, collection, context, mode, setMode, canArrange, arranges, arrange } = props;
  const { t } = useTranslation(['content_actions', 'content']);
  const { collection_id: id, title, description, owner, role, item_count: count } = collection;
  const [asks, ask] = useState<'edit' | 'remove' | null>(null);
  const close = () => ask(null);
  const members = () => context.open((shut) => <MembersDialog appId={appId} collection={collection} close={shut} />);
  return (
    <header className={classes['header']}>
      <Breadcrumb
        appId={appId}
        ancestors={[]}
        here={title}
        through={
          <Link to="/content/$appId/collections" params={{ appId }} className={crumbs['link'] ?? ''}>
            {t('content:collections.title')}
          </Link>
        }
      />
      <div className={classes['line']}>
        <div className={classes['words']}>
          <h1 className={classes['title']} dir="auto">
            {title}
          </h1>
          <p className={classes['facts']}>
            {t('collection.items', { count })} · {t('collection.by', { name: owner.name })}
          </p>
        </div>
        <div className={classes['tools']}>
          {canArrange && (
            <Button
              variant={arranges ? 'filled' : 'default'}
              aria-pressed={arranges}
              leftSection={<IconArrowsMove {...icon} />}
              onClick={() => arrange(!arranges)}
            >
              {arranges ? t('collection.arranged') : t('collection.arrange')}
            </Button>
          )}
          <Button variant="default" leftSection={<IconUsers {...icon} />} onClick={members}>
            {t('collection.members')}
          </Button>
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={t('collection.more', { title })}>
                <IconDots {...icon} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconDownload {...icon} />}
                disabled={count === 0}
                onClick={() => void downloadCollection(appId, id)}
              >
                {t('content:actions.download')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconLink {...icon} />}
                disabled={count === 0}
                onClick={() => void shareCollection(collection, context)}
              >
                {t('collection.share')}
              </Menu.Item>
              {role === 'owner' && (
                <>
                  <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => ask('edit')}>
                    {t('collection.edit')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => ask('remove')}>
                    {t('collection.delete')}
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
          <ViewSwitch mode={mode} setMode={setMode} />
        </div>
      </div>
      {description !== '' && (
        <p className={classes['description']} dir="auto">
          {description}
        </p>
      )}
      {collection.may_take_over && <TakeOver appId={appId} collection={collection} context={context} />}
      {asks === 'edit' && <CollectionDialog appId={appId} collection={collection} close={close} />}
      {asks === 'remove' && (
        <ConfirmDialog
          title={t('collection.deleteQuestion', { title })}
          text={t('collection.deleteText')}
          action={t('collection.delete')}
          run={async () => {
            await collectionCalls(appId).remove(id);
            await context.navigate({ to: '/content/$appId/collections', params: { appId } });
            await refresh(context.client, appId);
          }}
          close={close}
        />
      )}
    </header>
  );
}

/** Offers an editor the place of an owner who is gone. */
function TakeOver({ appId, collection, context }: Pick<Props, 'appId' | 'collection' | 'context'>) {
  const { t } = useTranslation('content_actions');
  const me = useSession()?.usersId;
  const [asks, ask] = useState(false);
  const { collection_id: id, title, owner } = collection;
  return (
    <p className={classes['gone']} role="note">
      <span>{t('collection.ownerGone', { name: owner.name })}</span>
      <Button variant="default" size="sm" onClick={() => ask(true)}>
        {t('collection.takeOver')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('collection.takeOverQuestion', { title })}
          text={t('collection.takeOverText')}
          action={t('collection.takeOver')}
          undoable
          run={async () => {
            if (me !== undefined) await collectionCalls(appId).handOver(id, me);
            await refresh(context.client, appId, id);
          }}
          close={() => ask(false)}
        />
      )}
    </p>
  );
}
