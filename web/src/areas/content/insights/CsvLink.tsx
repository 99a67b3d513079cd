import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A list as a file for spreadsheets. */
export function CsvLink({ href, of }: { href: string; of: string }) {
  const { t } = useTranslation('content_panel');
  return (
    <Button
      size="xs"
      variant="subtle"
      component="a"
      href={href}
      download
      aria-label={t('insights.csvOf', { list: of })}
      leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
    >
      {t('insights.csv')}
    </Button>
  );
}
