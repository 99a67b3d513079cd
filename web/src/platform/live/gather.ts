const GATHER_MS = 250;

/** Collects for a quarter of a second, so that a thousand events cause a few changes a second. */
export function gather<One>(apply: (gathered: readonly One[]) => void): (one: One) => void {
  let gathered: One[] = [];
  return (one) => {
    gathered.push(one);
    if (gathered.length > 1) return;
    setTimeout(() => {
      const all = gathered;
      gathered = [];
      apply(all);
    }, GATHER_MS);
  };
}
