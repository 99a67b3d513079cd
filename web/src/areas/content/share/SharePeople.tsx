import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AccessEditor } from '../access/AccessEditor';
import { SeveralAccess } from '../access/SeveralAccess';
import type { Entry } from '../queries';
import { copyAddressOf } from './copy-address-of';
import classes from './ShareDialog.module.css';

type Props = { appId: number; entries: readonly Entry[]; leave: () => void };

/** Who of the organisation has access; for them an entry has an address. */
export function SharePeople({ appId, entries, leave }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const [first, ...others] = entries;
  if (first === undefined) return null;
  return (
    <div className={classes['pane']}>
      <p className={classes['lead']}>{t('share.people_how')}</p>
      {others.length > 0 ? (
        <SeveralAccess nodes={[first, ...others]} close={leave} />
      ) : (
        <>
          <AccessEditor appId={appId} node={first} leave={leave} />
          <Button
            variant="default"
            className={classes['address'] ?? ''}
            leftSection={<IconLink size={18} stroke={1.7} aria-hidden />}
            onClick={() => void copyAddressOf(appId, first.node_id)}
          >
            {t('share.address')}
          </Button>
        </>
      )}
    </div>
  );
}
