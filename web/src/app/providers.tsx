import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type PropsWithChildren, Suspense } from 'react';
import { queryClient } from '../platform/api/query-client';
import { ThemeProvider } from '../platform/theme/ThemeProvider';
import { loadBanners } from '../platform/ui/notify';

const Banners = lazy(() => loadBanners().then((module) => ({ default: module.Banners })));

export function Providers({ children }: PropsWithChildren) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <Suspense>
          <Banners />
        </Suspense>
        {children}
      </ThemeProvider>
    </QueryClientProvider>
  );
}
