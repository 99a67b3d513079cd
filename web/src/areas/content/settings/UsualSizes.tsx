import { Button } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { Menu } from '../../../platform/ui/Menu';
import { notify } from '../../../platform/ui/notify';
import { presetsPath } from './download-size';
import { useTenantsWith } from './file-server';

/** Adds the sizes that most tenants begin with; where there are several tenants, to the one that is chosen. */
export function UsualSizes({ appId }: { appId: number }) {
  const { t } = useTranslation('content_settings');
  const client = useQueryClient();
  const tenants = useTenantsWith(appId);
  const add = query.useMutation('post', `${presetsPath}/usual`);
  const addTo = async (tenantId: number) => {
    const params = { path: { application_instance_id: appId } };
    const { total } = await add.mutateAsync({ params, body: { tenant_id: tenantId } });
    notify.success(t('download_sizes.added', { count: total }));
    await client.invalidateQueries({ queryKey: ['get', presetsPath] });
  };
  const [only, ...others] = tenants;
  const isOne = only !== undefined && others.length === 0;
  const button = (
    <Button
      variant="default"
      leftSection={<IconWand size={18} aria-hidden />}
      loading={add.isPending}
      disabled={only === undefined}
      {...(isOne && { onClick: () => void addTo(only.value) })}
    >
      {t('download_sizes.add_usual')}
    </Button>
  );
  if (isOne) return button;
  return (
    <Menu>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {tenants.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => void addTo(value)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
