import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type PropsWithChildren, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import classes from './StorageList.module.css';

interface Amount {
  files: number;
  bytes: number;
}

/** What a folder, or a person, takes of the whole. */
export interface Share extends Amount {
  key: number;
  name: string;
  folder?: number;
}

interface Props {
  appId: number;
  label: string;
  shares: readonly Share[];
  total: Amount;
  rest: { words: string; amount: Amount };
}

/** So many are shown at first. */
const FEW = 8;

/** Amounts, the largest first, each with a bar of its share. */
export function StorageList({ appId, label, shares, total, rest }: Props) {
  const { t } = useTranslation('content_panel');
  const [all, setAll] = useState(false);
  const shown = all ? shares : shares.slice(0, FEW);
  if (total.files === 0) return <p className={classes['empty']}>{t('insights.storage.none')}</p>;
  return (
    <>
      <ol className={classes['list']} aria-label={label}>
        {shown.map((share) => (
          <Line key={share.key} amount={share} total={total.bytes}>
            {share.folder === undefined ? (
              <span dir="auto">{share.name}</span>
            ) : (
              <Link
                className={classes['link'] ?? ''}
                to="/content/$appId/navigation/$parentId"
                params={{ appId, parentId: share.folder }}
                dir="auto"
              >
                {share.name}
              </Link>
            )}
          </Line>
        ))}
        {(all || shares.length <= FEW) && rest.amount.files > 0 && (
          <Line amount={rest.amount} total={total.bytes}>
            {rest.words}
          </Line>
        )}
      </ol>
      {!all && shares.length > FEW && (
        <Button size="sm" variant="subtle" mt={8} onClick={() => setAll(true)}>
          {t('insights.more')}
        </Button>
      )}
    </>
  );
}

function Line({ amount, total, children }: PropsWithChildren<{ amount: Amount; total: number }>) {
  const { t, i18n } = useTranslation('content_panel');
  const percent = total > 0 ? (amount.bytes / total) * 100 : 0;
  return (
    <li className={classes['line']}>
      <span className={classes['name']}>{children}</span>
      <span className={classes['size']}>
        {formatSize(amount.bytes, i18n.language)} · {t('insights.storage.files', { count: amount.files })}
      </span>
      <span className={classes['track']} aria-hidden>
        <span className={classes['part']} style={{ width: `${percent}%` }} />
      </span>
    </li>
  );
}
