import { Tabs } from '@mantine/core';
import { IconFileUpload, IconLink, IconUsers } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import dialog from '../dialog.module.css';
import type { Entry } from '../queries';
import { LeftOutNote } from './LeftOutNote';
import classes from './ShareDialog.module.css';
import { ShareLink } from './ShareLink';
import { TermsNote } from './TermsNote';

const AskForFiles = later(() => import('./AskForFiles'), 'AskForFiles');
const SharePeople = later(() => import('./SharePeople'), 'SharePeople');

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

type Props = {
  appId: number;
  entries: readonly Entry[];
  /** What was chosen with them, and cannot be shared. */
  left?: readonly Entry[];
  /** What they are called together: the title of the collection that they are in. */
  together?: string;
  /** That collection, if a link to them follows it. */
  collectionId?: number;
  /** What else is to be known of a link to them. */
  note?: string;
  close: () => void;
};

/** Shares entries: with anybody who has a link, or with people of the organisation; or asks for files, for a folder. */
export function ShareDialog({ appId, entries, left = [], together, collectionId, note, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const phone = useIsPhone();
  useFocusBack();
  // A whole repository is opened to people only, and files are asked for.
  const linkable = entries.every(({ node_type }) => node_type !== 'repository');
  const [first, ...others] = entries;
  const folder =
    first !== undefined && first.node_type !== 'file' && others.length === 0
      ? { nodeId: first.node_id, name: first.name }
      : null;
  const [way, choose] = useState<string | null>(linkable ? 'link' : 'people');
  // The choices stand side by side on a phone, too.
  const tab = phone ? { px: 8 } : {};
  const short = phone && folder !== null;
  const people = (
    <Suspense fallback={null}>
      <SharePeople appId={appId} entries={entries} leave={close} />
    </Suspense>
  );
  return (
    <Modal
      opened
      onClose={close}
      size={600}
      title={
        <span className={dialog['title']}>
          {together === undefined
            ? t('share.title', { count: entries.length, name: entries[0]?.name ?? '' })
            : t('share.together', { title: together })}
        </span>
      }
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      <LeftOutNote entries={left} />
      <TermsNote entries={entries} />
      {linkable || folder !== null ? (
        <Tabs value={way} onChange={choose} classNames={{ tabLabel: classes['choice'] ?? '' }}>
          <Tabs.List grow mb={16} aria-label={t('share.way')}>
            {linkable && (
              <Tabs.Tab value="link" {...tab} {...(!phone && { leftSection: <IconLink {...icon} /> })}>
                {t(short ? 'share.anybody_short' : 'share.anybody')}
              </Tabs.Tab>
            )}
            <Tabs.Tab value="people" {...tab} {...(!phone && { leftSection: <IconUsers {...icon} /> })}>
              {t(short ? 'share.people_short' : 'share.people')}
            </Tabs.Tab>
            {folder !== null && (
              <Tabs.Tab value="ask" {...tab} {...(!phone && { leftSection: <IconFileUpload {...icon} /> })}>
                {t('share.ask')}
              </Tabs.Tab>
            )}
          </Tabs.List>
          {linkable && (
            <Tabs.Panel value="link" className={classes['panel'] ?? ''}>
              {note !== undefined && <p className={classes['note']}>{note}</p>}
              <ShareLink {...{ appId, entries, together, collectionId }} leave={close} />
            </Tabs.Panel>
          )}
          {folder !== null && (
            <Tabs.Panel value="ask" keepMounted={false} className={classes['panel'] ?? ''}>
              <Suspense fallback={null}>
                <AskForFiles appId={appId} folder={folder} leave={close} />
              </Suspense>
            </Tabs.Panel>
          )}
          <Tabs.Panel value="people" keepMounted={false} className={classes['panel'] ?? ''}>
            {people}
          </Tabs.Panel>
        </Tabs>
      ) : (
        people
      )}
    </Modal>
  );
}
