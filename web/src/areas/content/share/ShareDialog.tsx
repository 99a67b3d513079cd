import { Modal, Tabs } from '@mantine/core';
import { IconLink, IconUsers } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import dialog from '../dialog.module.css';
import type { Entry } from '../queries';
import classes from './ShareDialog.module.css';
import { ShareLink } from './ShareLink';

const SharePeople = later(() => import('./SharePeople'), 'SharePeople');

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

type Props = {
  appId: number;
  entries: readonly Entry[];
  /** What else is to be known of a link to them. */
  note?: string;
  close: () => void;
};

/** Shares entries: with anybody who has a link, or with people of the organisation. */
export function ShareDialog({ appId, entries, note, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const phone = useIsPhone();
  useFocusBack();
  const [way, choose] = useState<string | null>('link');
  // A whole repository is opened to people only.
  const linkable = entries.every(({ node_type }) => node_type !== 'repository');
  // Both choices stand side by side on a phone, too.
  const tab = phone ? { px: 8 } : {};
  const people = (
    <Suspense fallback={null}>
      <SharePeople appId={appId} entries={entries} leave={close} />
    </Suspense>
  );
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={600}
      title={
        <span className={dialog['title']}>
          {t('share.title', { count: entries.length, name: entries[0]?.name ?? '' })}
        </span>
      }
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      {linkable ? (
        <Tabs value={way} onChange={choose} classNames={{ tabLabel: classes['choice'] ?? '' }}>
          <Tabs.List grow mb={16} aria-label={t('share.way')}>
            <Tabs.Tab value="link" {...tab} {...(!phone && { leftSection: <IconLink {...icon} /> })}>
              {t('share.anybody')}
            </Tabs.Tab>
            <Tabs.Tab value="people" {...tab} {...(!phone && { leftSection: <IconUsers {...icon} /> })}>
              {t('share.people')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="link" className={classes['panel'] ?? ''}>
            {note !== undefined && <p className={classes['note']}>{note}</p>}
            <ShareLink appId={appId} entries={entries} leave={close} />
          </Tabs.Panel>
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
