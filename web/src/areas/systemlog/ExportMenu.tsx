import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../platform/ui/Menu';
import { exportUrl, type LogSearch } from './log-search';

/** Exports the filtered log as a file of any length. */
export function ExportMenu({ search }: { search: LogSearch }) {
  const { t } = useTranslation('systemlog_settings');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />}>
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={exportUrl(search, 'csv')} download>
          {t('export_csv')}
        </Menu.Item>
        <Menu.Item component="a" href={exportUrl(search, 'jsonl')} download>
          {t('export_jsonl')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
