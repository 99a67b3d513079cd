import { useMediaQuery } from '@mantine/hooks';

/** Whether the page is as narrow as a phone's, by the width of the style sheets. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}
