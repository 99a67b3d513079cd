import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../../../platform/ui/use-back-closes';

/** What narrows a search, on a phone: over the lower part of the page. */
export function FacetSheet({ close, children }: { close: () => void; children: ReactNode }) {
  const { t } = useTranslation('content_search');
  useBackCloses(true, close);
  return (
    <Drawer
      opened
      onClose={close}
      position="bottom"
      size="80%"
      radius="lg"
      // Above banners, as menus are.
      zIndex={290}
      title={t('facets.label')}
      closeButtonProps={{ 'aria-label': t('facets.close') }}
    >
      {children}
    </Drawer>
  );
}
