import { useMediaQuery } from '@mantine/hooks';

/** Whether what is known about a file lies below it, as on a phone, and not beside it. */
export function useIsSheet(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}
