import { ActionIcon } from '@mantine/core';
import { IconCopy, IconDots, IconFileUpload, IconLink, IconLinkOff, IconMail, IconPencil } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../platform/i18n/moments';
import { later } from '../../../platform/routing/later';
import { useSession } from '../../../platform/session/use-session';
import { Hint } from '../../../platform/ui/Hint';
import { Menu } from '../../../platform/ui/Menu';
import { LinkAddress } from './LinkAddress';
import { LinkEntries } from './LinkEntries';
import classes from './LinkRow.module.css';
import { copyLink } from './link-copied';
import { endsSoon, factsOf, makerOf, nameOf, stateOf, titleOf } from './link-words';
import type { ShareLink } from './links';
import { RevokeLink } from './RevokeLink';

const ChangeLink = later(() => import('./ChangeLink'), 'ChangeLink');
const SendLink = later(() => import('./SendLink'), 'SendLink');

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface Props {
  appId: number;
  link: ShareLink;
  /** It was made just now, with this password. */
  fresh?: { password: string } | undefined;
  /** Names what it shows. */
  named?: boolean;
  /** Closes the surrounding dialog before a link of the page leads elsewhere. */
  leave?: (() => void) | undefined;
}

type Part = 'address' | 'change' | 'send' | 'revoke';

/** A link: what it is called, what became of it, and what can be done with it. */
export function LinkRow({ appId, link, fresh, named = false, leave }: Props) {
  const { t, i18n } = useTranslation(['content_actions', 'content']);
  const usersId = useSession()?.usersId;
  const [chosen, setPart] = useState<Part | null | undefined>();
  const part = chosen === undefined && fresh ? 'address' : (chosen ?? null);
  const row = useRef<HTMLLIElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const title = titleOf(link, t);
  const name = nameOf(link, t, i18n.language);
  const mine = link.made_by.users_id === usersId;
  const lives = link.state === 'active';
  const ends = link.state !== 'revoked';
  const isCalledAsShown = link.label === null && link.entries.length > 0;
  const Drawing = !lives ? IconLinkOff : link.request === null ? IconLink : IconFileUpload;
  const close = () => {
    setPart(null);
    more.current?.focus();
  };
  return (
    <li ref={row} className={classes['row']} tabIndex={-1} data-over={!lives || undefined}>
      <span className={classes['mark']}>
        <Drawing {...icon} />
      </span>
      <div className={classes['words']}>
        {!(named && isCalledAsShown) && (
          <span className={classes['title']} dir="auto">
            {isCalledAsShown ? t('link.of', { moment: formatMoment(link.made_at, i18n.language) }) : title}
          </span>
        )}
        {named && <LinkEntries appId={appId} link={link} leave={leave} />}
        <span className={classes['state']} data-soon={endsSoon(link, Date.now() / 1000) || undefined}>
          {stateOf(link, t, i18n.language)}
        </span>
        <span className={classes['facts']}>
          {[makerOf(link, mine, t, i18n.language), ...factsOf(link, t)].join(' · ')}
        </span>
      </div>
      <div className={classes['tools']}>
        {lives && link.url !== null && (
          <Hint label={t('link.copy')}>
            <ActionIcon
              size={36}
              aria-label={t('link.copy_of', { title: name })}
              onClick={() => void copyLink(link.url ?? '').then((copied) => copied || setPart('address'))}
            >
              <IconCopy {...icon} />
            </ActionIcon>
          </Hint>
        )}
        {ends && (
          <Menu
            position="bottom-end"
            width="max-content"
            // Outside of a dialog, the menu would not get the focus.
            withinPortal={false}
            hideDetached={false}
            // These take the focus themselves.
            returnFocus={part !== 'revoke' && part !== 'send'}
          >
            <Menu.Target>
              <ActionIcon ref={more} size={36} aria-label={t('link.actions', { title: name })}>
                <IconDots {...icon} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {lives && link.url !== null && (
                <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => setPart('send')}>
                  {t('link.send')}
                </Menu.Item>
              )}
              {mine && (
                <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setPart('change')}>
                  {t('link.change')}
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<IconLinkOff {...icon} />}
                color="var(--v-error)"
                onClick={() => setPart('revoke')}
              >
                {t('link.revoke')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {part !== null && ends && (
        <div className={classes['part']}>
          <Suspense fallback={null}>
            {part === 'address' && <LinkAddress link={link} fresh={fresh} send={() => setPart('send')} />}
            {part === 'change' && <ChangeLink appId={appId} link={link} close={close} />}
            {part === 'send' && <SendLink link={link} title={title} close={close} />}
            {part === 'revoke' && (
              <RevokeLink appId={appId} link={link} close={close} done={() => row.current?.focus()} />
            )}
          </Suspense>
        </div>
      )}
    </li>
  );
}
