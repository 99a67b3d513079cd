import type { makeRouter } from './router';

const mostFrames = 30;

function currentHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1');
}

/**
 * Waits some frames for a heading other than `before`; if the page keeps its heading element, that one is focused
 * afterwards.
 */
function focusHeading(before: HTMLElement | null, framesLeft = mostFrames): void {
  const heading = currentHeading();
  if ((heading === null || heading === before) && framesLeft > 0) {
    requestAnimationFrame(() => focusHeading(before, framesLeft - 1));
    return;
  }
  // A field that has taken the focus keeps it.
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && activeElement.closest('main') !== null) return;
  if (heading === null) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Focuses the heading of a new page, so that it is announced. The first page and changes of the query keep the
 * browser's focus.
 */
export function focusHeadingOnRouteChange(router: ReturnType<typeof makeRouter>): void {
  let before: HTMLElement | null = null;
  router.subscribe('onBeforeNavigate', () => {
    before = currentHeading();
  });
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) focusHeading(before);
  });
}
