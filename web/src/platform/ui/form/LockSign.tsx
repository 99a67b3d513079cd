import { IconLock } from '@tabler/icons-react';

/** The icon of a field that can no longer be changed. */
export function LockSign() {
  return <IconLock size={16} stroke={1.7} aria-hidden />;
}
