const OVER = '[aria-modal="true"], [role="menu"], [role="listbox"]';

/** What a library keeps for later is not drawn, by itself or by what it lies in. */
function isDrawn(one: Element): boolean {
  for (let at: Element | null = one; at !== null; at = at.parentElement) {
    if (getComputedStyle(at).display === 'none') return false;
  }
  return true;
}

/** Whether a menu or a dialog lies over the page, or over the dialog `under`: keys are meant for what is on top. */
export function isCovered(under: Element | null): boolean {
  const isOver = (one: Element) => !one.contains(under) && isDrawn(one);
  return [...document.querySelectorAll(OVER)].some(isOver);
}

/** Whether Escape closes something else first: also a panel that the page can be used beside, as the bell's. */
export function isEscapeTaken(): boolean {
  const panels = [...document.querySelectorAll('[role="dialog"]')];
  return isCovered(null) || panels.some(isDrawn);
}
