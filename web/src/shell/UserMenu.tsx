import { IconLanguage, IconLogout, IconPalette, IconSettings, IconUserEdit } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactElement, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../platform/registry/registry';
import { hasUnsavedWork } from '../platform/session/expiry';
import { signOut } from '../platform/session/sign-out';
import { useApplications, useSession } from '../platform/session/use-session';
import { DiscardDialog } from '../platform/ui/form/discard-dialog-later';
import { Menu } from '../platform/ui/Menu';
import { PersonAvatar } from '../platform/ui/PersonAvatar';
import { useIsPhone } from '../platform/ui/use-is-phone';
import { mayLeave } from '../platform/uploads/may-leave';
import { LanguageItems } from './LanguageItems';
import { MenuChoices } from './MenuChoices';
import { menu } from './menu';
import { ThemeItems } from './ThemeItems';
import classes from './UserMenu.module.css';

const icon = { size: 18, stroke: 1.7 } as const;

type Props = { target: ReactElement };

export function UserMenu({ target }: Props) {
  const { t } = useTranslation('shell');
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const small = useIsPhone();
  if (session === null) return null;
  const { user } = session;
  // Before a required change of the password nothing else opens.
  const hasPlaces = small && !user.reset_pwd;
  const beforeAt = user.email.split('@', 1)[0] ?? '';
  const leave = async () => {
    if (!(await mayLeave())) return;
    await signOut(client);
    await navigate({ to: '/login' });
  };
  const discard = (sure: boolean) => {
    setAsking(false);
    if (sure) void leave();
  };
  return (
    <>
      <Menu position="bottom-end" width={272} offset={21}>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          <div className={classes['person']} role="presentation">
            <PersonAvatar name={user.name} src={user.avatar_url ?? null} size={40} />
            <div className={classes['words']}>
              <span className={classes['name']}>{user.name}</span>
              <span className={classes['email']}>
                {beforeAt}
                <wbr />
                {user.email.slice(beforeAt.length)}
              </span>
            </div>
          </div>
          <Menu.Divider />
          {hasPlaces && <Places />}
          <Menu.Item component={Link} to="/user/profile" leftSection={<IconUserEdit {...icon} />}>
            {t('user_menu.profile')}
          </Menu.Item>
          <MenuChoices icon={IconPalette} label={t('user_menu.theme')}>
            <ThemeItems />
          </MenuChoices>
          <MenuChoices icon={IconLanguage} label={t('user_menu.language')}>
            <LanguageItems />
          </MenuChoices>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout {...icon} />}
            onClick={() => (hasUnsavedWork() ? setAsking(true) : void leave())}
          >
            {t('user_menu.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <Suspense fallback={null}>
          <DiscardDialog answer={discard} />
        </Suspense>
      )}
    </>
  );
}

/** Where the drawer is behind a tab, the menu has what is not at the foot of the screen. */
function Places() {
  const { t } = useTranslation('shell');
  const { applications: kinds, phoneMenu } = useRegistry();
  const groups = menu(kinds, useApplications(), useSession()?.roles ?? []);
  const settings = groups.find(({ key }) => key === 'settings')?.entries[0];
  return (
    <>
      {phoneMenu.map(({ key, Part }) => (
        <Suspense key={key} fallback={null}>
          <Part />
        </Suspense>
      ))}
      {settings && (
        <Menu.Item component={Link} to={settings.href} leftSection={<IconSettings {...icon} />}>
          {t('menu.settings')}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  );
}
