import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import { queryClient } from '../platform/api/query-client';
import { ThemeProvider } from '../platform/theme/ThemeProvider';

export function Providers({ children }: PropsWithChildren) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <Notifications position="top-center" limit={3} zIndex={500} />
        <ModalsProvider>{children}</ModalsProvider>
      </ThemeProvider>
    </QueryClientProvider>
  );
}
