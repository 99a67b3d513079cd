import type { MouseEvent } from 'react';

/** What has a click of its own. */
const OWN = 'a, button, input, label, select, summary, textarea, [role="menuitem"], [role="button"], [role="switch"]';

/** Whether somebody has marked text in an element, to copy it. */
function marksTextIn(element: Element): boolean {
  const selection = document.getSelection();
  return selection !== null && selection.toString() !== '' && selection.getRangeAt(0).intersectsNode(element);
}

/**
 * Whether a click on a row means the row: not one on a link or a button in it or in a menu of it, not one with a key
 * held, and not the end of marking text. By keyboard, the button with the row's name does the same.
 */
export function meansRow(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  // A menu of the row lies elsewhere in the document.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  const own = target.closest(OWN);
  return (own === null || !currentTarget.contains(own)) && !marksTextIn(currentTarget);
}
