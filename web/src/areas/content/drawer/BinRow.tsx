import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DrawerRow } from '../../../platform/ui/drawer/DrawerRow';
import { useOpenLibrary } from './use-open-library';

/** The bin of the library that one is in, or was in last. */
export function BinRow({ mini }: { mini: boolean }) {
  const { t } = useTranslation('content');
  const appId = useOpenLibrary();
  if (appId === undefined) return null;
  return <DrawerRow href={`/content/${appId}/bin`} icon={IconTrash} label={t('bin.title')} mini={mini} />;
}
