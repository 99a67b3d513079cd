import { IconLock } from '@tabler/icons-react';

/** In a field that can be read and no longer changed. */
export function LockSign() {
  return <IconLock size={16} stroke={1.7} aria-hidden />;
}
