import { useLocalStorage } from '@mantine/hooks';

/** Open or mini, remembered on this device. */
export function useDrawerMode() {
  const [mini, setMini] = useLocalStorage({ key: 'drawer_mini', defaultValue: false, getInitialValueInEffect: false });
  return { mini, toggleMini: () => setMini((before) => !before) };
}
