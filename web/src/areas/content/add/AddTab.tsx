import { IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later, usePrefetch } from '../../../platform/routing/later';
import { TabButton } from '../../../platform/ui/tabs/Tab';
import { WithLibrary } from '../home/WithLibrary';
import { useOpenPlace } from './open-place';
import { registerReceiver } from './received-files';
import { usePlaces } from './use-places';

const AddDialog = later(() => import('./AddDialog'), 'AddDialog');

/** Adds to the folder that is open, or to one that the user chooses; nothing for who may add nowhere. */
export function AddTab() {
  return <WithLibrary>{(appId) => <Add appId={appId} />}</WithLibrary>;
}

function Add({ appId }: { appId: number }) {
  const { t } = useTranslation('content');
  const open = useOpenPlace();
  const places = usePlaces(appId) ?? [];
  const [asked, setAsked] = useState(false);
  usePrefetch(AddDialog);
  useEffect(registerReceiver, []);
  if (open === null && places.length === 0) return null;
  return (
    <>
      <TabButton icon={IconPlus} label={t('add.title')} onClick={() => setAsked(true)} />
      {asked && (
        <Suspense fallback={null}>
          <AddDialog appId={appId} open={open} places={places} close={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
