import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type PropsWithChildren, Suspense, useState } from 'react';
import { queryClient } from '../platform/api/query-client';
import type { Area } from '../platform/registry/area';
import { RegistryContext, registryOf } from '../platform/registry/registry';
import { ThemeProvider } from '../platform/theme/ThemeProvider';
import { loadBanners, useBannersWanted } from '../platform/ui/notify';
import { OrganisationIcon } from '../platform/ui/OrganisationIcon';

const Banners = lazy(() => loadBanners().then((module) => ({ default: module.Banners })));

function BannersLater() {
  const wanted = useBannersWanted();
  if (!wanted) return null;
  return (
    <Suspense>
      <Banners />
    </Suspense>
  );
}

type Props = PropsWithChildren<{ areas: readonly Area[] }>;

export function Providers({ areas, children }: Props) {
  const [registry] = useState(() => registryOf(areas));
  return (
    <RegistryContext value={registry}>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider>
          <BannersLater />
          <OrganisationIcon />
          {children}
        </ThemeProvider>
      </QueryClientProvider>
    </RegistryContext>
  );
}
