const OVER = '[aria-modal="true"], [role="menu"], [role="listbox"]';

/** Whether a menu or a dialog lies over the page, or over the dialog `under`: keys are meant for what is on top. */
export function isCovered(under: Element | null): boolean {
  const isOver = (one: Element) => !one.contains(under) && getComputedStyle(one).display !== 'none';
  return [...document.querySelectorAll(OVER)].some(isOver);
}
