const OVER = '[aria-modal="true"], [role="menu"], [role="listbox"]';

/** Whether a menu or a dialog lies over the page, or over the dialog `under`: keys are meant for what is on top. */
export function isCovered(under: Element | null): boolean {
  const isOver = (one: Element) => !one.contains(under) && getComputedStyle(one).display !== 'none';
  return [...document.querySelectorAll(OVER)].some(isOver);
}

/** Whether Escape closes something else first: also a panel that the page can be used beside, as the bell's. */
export function isEscapeTaken(): boolean {
  const panels = [...document.querySelectorAll('[role="dialog"]')];
  return isCovered(null) || panels.some((one) => getComputedStyle(one).display !== 'none');
}
