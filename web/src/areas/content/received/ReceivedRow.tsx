import { Button, Checkbox } from '@mantine/core';
import { IconCheck, IconDownload, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatMoment } from '../../../platform/i18n/moments';
import { useByteServer } from '../viewer/original';
import { ReceivedPicture } from './ReceivedPicture';
import classes from './ReceivedRow.module.css';
import type { ReceivedFile } from './received-queries';

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;
const button = { size: 'xs', variant: 'default' } as const;

interface Props {
  appId: number;
  file: ReceivedFile;
  chosen: boolean;
  busy: boolean;
  toggle: () => void;
  accept: () => void;
  reject: () => void;
}

/** A received file: what it is, who has sent it, and what can be done with it. */
export function ReceivedRow({ appId, file, chosen, busy, toggle, accept, reject }: Props) {
  const { t, i18n } = useTranslation('content_actions');
  const at = useByteServer(appId);
  const { name, size, sender, sender_email: email, link_label: label } = file;
  const from = email === null ? sender : `${sender} <${email}>`;
  const facts = [
    formatSize(size, i18n.language),
    t('received.from', { name: from }),
    ...(label === null ? [] : [t('received.by_link', { label })]),
    formatMoment(file.arrived_at, i18n.language),
  ];
  return (
    <li className={classes['row']}>
      <Checkbox aria-label={t('received.choose', { name })} checked={chosen} onChange={toggle} />
      <ReceivedPicture appId={appId} file={file} />
      <div className={classes['words']}>
        <span className={classes['name']} dir="auto">
          {name}
        </span>
        <span className={classes['quiet']} dir="auto">
          {facts.join(' · ')}
        </span>
        {file.name_taken && <span className={classes['taken']}>{t('received.taken')}</span>}
        <span className={classes['quiet']}>
          {t('received.until', { moment: formatMoment(file.expires_at, i18n.language) })}
        </span>
      </div>
      <div className={classes['tools']}>
        {at && (
          <Button
            {...button}
            component="a"
            {...{ href: at(`received/${file.node_id}`).src, download: name }}
            leftSection={<IconDownload {...icon} />}
            aria-label={t('received.download_of', { name })}
          >
            {t('received.download')}
          </Button>
        )}
        <Button
          {...button}
          leftSection={<IconTrash {...icon} />}
          disabled={busy}
          aria-label={t('received.reject_of', { name })}
          onClick={reject}
        >
          {t('received.reject')}
        </Button>
        <Button
          {...button}
          leftSection={<IconCheck {...icon} />}
          disabled={busy}
          aria-label={t('received.accept_of', { name })}
          onClick={accept}
        >
          {t('received.accept')}
        </Button>
      </div>
    </li>
  );
}
