import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconMail, IconShare } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../platform/ui/notify';
import classes from './LinkRow.module.css';
import { copyLink } from './link-copied';
import { titleOf } from './link-words';
import type { ShareLink } from './links';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

type Props = { link: ShareLink; fresh: { password: string } | undefined; send: () => void };

/** The address of a link to copy or to hand on, and the password while the page still knows it. */
export function LinkAddress({ link, fresh, send }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const field = useId();
  const url = link.url ?? '';
  const select = () =>
    document.getElementById(field) instanceof HTMLInputElement && document.getElementById(field)?.focus();
  const copy = async () => {
    if (!(await copyLink(url))) {
      select();
      notify.info(t('link.copy_yourself'));
    }
  };
  const hand = () => void navigator.share({ title: titleOf(link, t), url }).catch(() => undefined);
  return (
    <div className={classes['address']}>
      <TextInput
        id={field}
        aria-label={t('link.address')}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      {fresh !== undefined && fresh.password !== '' && (
        <p className={classes['password']}>
          {t('link.password_told')} <code>{fresh.password}</code>
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => void copy()}>
          {t('link.copy')}
        </Button>
        <Button variant="default" leftSection={<IconMail {...icon} />} onClick={send}>
          {t('link.send')}
        </Button>
        {'share' in navigator && (
          <Button variant="default" leftSection={<IconShare {...icon} />} onClick={hand}>
            {t('link.hand_on')}
          </Button>
        )}
      </div>
    </div>
  );
}
