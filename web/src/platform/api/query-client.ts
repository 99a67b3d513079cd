import { QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem';

const mostRetries = 2;

function mayRetry(failures: number, error: unknown): boolean {
  return failures < mostRetries && !(isProblem(error) && error.status < 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: mayRetry, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
