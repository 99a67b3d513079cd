import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { themeQuery } from '../../../platform/session/account';
import { useThemeTitle } from '../../../platform/theme/use-theme-title';
import { useIsAdmin } from '../../../platform/ui/organisation-options';
import { SideDrawer } from '../../../platform/ui/SideDrawer';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import classes from './AssignDrawer.module.css';
import type { Theme } from './theme';

type Props = { theme: Theme; close: () => void };

const most = { params: { query: { limit: 200 } } };
const ofTenant = '/api/core/theme/{theme_id}/tenant/{tenant_id}';
const ofGroup = '/api/core/theme/{theme_id}/group/{user_group_id}';

/** Assigns a theme: a switch for each tenant, and for each group of the tenants that the user administers. */
export function AssignDrawer({ theme, close }: Props) {
  const { t } = useTranslation('tenancy_settings');
  const titleOf = useThemeTitle();
  const client = useQueryClient();
  const administers = useIsAdmin();
  useFocusBack();
  const tenants = query.useQuery('get', '/api/core/tenant', most);
  const groups = query.useQuery('get', '/api/core/usergroup', most, { enabled: administers });
  const giveTenant = query.useMutation('put', ofTenant);
  const takeTenant = query.useMutation('delete', ofTenant);
  const giveGroup = query.useMutation('put', ofGroup);
  const takeGroup = query.useMutation('delete', ofGroup);
  const { theme_id } = theme;
  const mayWear = (tenant: number) => theme.tenant_id === null || theme.tenant_id === tenant;
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['get', '/api/core/tenant'] }),
      client.invalidateQueries({ queryKey: ['get', '/api/core/usergroup'] }),
      client.invalidateQueries({ queryKey: themeQuery().queryKey }),
    ]);
  const dressTenant = async (tenant_id: number, wears: boolean) => {
    await (wears ? giveTenant : takeTenant).mutateAsync({ params: { path: { theme_id, tenant_id } } });
    await refresh();
  };
  const dressGroup = async (user_group_id: number, wears: boolean) => {
    await (wears ? giveGroup : takeGroup).mutateAsync({ params: { path: { theme_id, user_group_id } } });
    await refresh();
  };
  return (
    <SideDrawer title={t('themes.give.title', { title: titleOf(theme) })} close={close}>
      <div className={classes['content']}>
        <p className={classes['lead']}>{t('themes.give.lead')}</p>
        <fieldset className={classes['list']}>
          <legend>{t('themes.give.tenants')}</legend>
          {tenants.data?.items
            .filter(({ tenant_id }) => mayWear(tenant_id))
            .map((tenant) => (
              <Switch
                key={tenant.tenant_id}
                label={tenant.title}
                checked={tenant.theme === theme_id}
                onChange={(event) => void dressTenant(tenant.tenant_id, event.currentTarget.checked)}
              />
            ))}
        </fieldset>
        {administers && (
          <fieldset className={classes['list']}>
            <legend>{t('themes.give.groups')}</legend>
            {groups.data?.items
              .filter(({ tenant_id, administered }) => administered && mayWear(tenant_id))
              .map((group) => (
                <Switch
                  key={group.user_group_id}
                  label={group.group_title}
                  description={group.tenant_title}
                  checked={group.theme === theme_id}
                  onChange={(event) => void dressGroup(group.user_group_id, event.currentTarget.checked)}
                />
              ))}
          </fieldset>
        )}
      </div>
    </SideDrawer>
  );
}
