/** What a key does in a tree: another row gets the focus, or the row of the focus opens or closes. */
export type TreeStep = { focus: HTMLElement } | { toggle: HTMLElement };

const levelOf = (row: HTMLElement) => Number(row.getAttribute('aria-level'));

/** The rows of a tree as they are shown, whatever their depth. */
export function rowsOf(tree: HTMLElement): HTMLElement[] {
  return [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];
}

/** The way of the arrow keys through a tree (ARIA's pattern of tree views); null for other keys. */
export function stepOf(key: string, row: HTMLElement, rows: readonly HTMLElement[]): TreeStep | null {
  const at = rows.indexOf(row);
  const to = (next: HTMLElement | undefined) => (next === undefined ? null : { focus: next });
  const expanded = row.getAttribute('aria-expanded');
  switch (key) {
    case 'ArrowDown':
      return to(rows[at + 1]);
    case 'ArrowUp':
      return to(rows[at - 1]);
    case 'Home':
      return to(rows[0]);
    case 'End':
      return to(rows.at(-1));
    case 'ArrowRight': {
      if (expanded === 'false') return { toggle: row };
      const next = rows[at + 1];
      return next !== undefined && levelOf(next) > levelOf(row) ? to(next) : null;
    }
    case 'ArrowLeft':
      if (expanded === 'true') return { toggle: row };
      return to(rows.slice(0, at).findLast((above) => levelOf(above) < levelOf(row)));
    default:
      return key.length === 1 ? to(startingWith(key, at, rows)) : null;
  }
}

/** The next row whose name begins with a typed letter. */
function startingWith(letter: string, at: number, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const wanted = letter.toLocaleLowerCase();
  return [...rows.slice(at + 1), ...rows.slice(0, at)].find((row) =>
    row.textContent?.trim().toLocaleLowerCase().startsWith(wanted),
  );
}
