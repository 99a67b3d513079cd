import { useEffect, useState } from 'react';
import { whenUsed } from './when-used';

/** True once somebody has touched the page. */
export function useUsed(): boolean {
  const [used, setUsed] = useState(false);
  useEffect(() => void whenUsed.then(() => setUsed(true)), []);
  return used;
}
