import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../platform/ui/form/fields';
import classes from './AddressField.module.css';
import { type Outcome, tryAddress } from './try-address';

type Props = { appId: number; name: string; label: string; description: string };

/** An address of a file server at another host, and whether it leads to this installation, as this browser finds out. */
export function AddressField({ appId, ...field }: Props) {
  const { t } = useTranslation('content_settings');
  const watched: unknown = useWatch({ name: field.name });
  const typed = typeof watched === 'string' ? watched.trim() : '';
  const [tried, setTried] = useState<{ typed: string; outcome: Outcome | null } | null>(null);
  // Of another address it would say nothing.
  const current = tried?.typed === typed ? tried : null;
  const outcome = current?.outcome ?? null;
  const test = async () => {
    setTried({ typed, outcome: null });
    setTried({ typed, outcome: await tryAddress(appId, typed) });
  };
  return (
    <div>
      <TextField {...field} />
      {typed !== '' && (
        <div className={classes['tried']}>
          <Button
            type="button"
            variant="default"
            size="xs"
            loading={current !== null && outcome === null}
            onClick={() => void test()}
            aria-label={t('file_servers.test_address', { field: field.label })}
          >
            {t('file_servers.test')}
          </Button>
          <span role="status" {...(outcome && { 'data-outcome': outcome })}>
            {outcome && t(`file_servers.outcomes.${outcome}`)}
          </span>
        </div>
      )}
    </div>
  );
}
