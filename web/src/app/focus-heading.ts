import type { makeRouter } from './router';

const mostFrames = 30;

function currentHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1');
}

/** Waits some frames for a heading other than `before`; a page that keeps its heading element is announced after them. */
function focusHeading(before: HTMLElement | null, framesLeft = mostFrames): void {
  const heading = currentHeading();
  if ((heading === null || heading === before) && framesLeft > 0) {
    requestAnimationFrame(() => focusHeading(before, framesLeft - 1));
    return;
  }
  // A field of the page that took the focus by itself keeps it.
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && activeElement.closest('main') !== null) return;
  if (heading === null) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A new page is announced by its heading. The first page keeps the browser's own focus; so does a mere change of query. */
export function focusHeadingOnRouteChange(router: ReturnType<typeof makeRouter>): void {
  let before: HTMLElement | null = null;
  router.subscribe('onBeforeNavigate', () => {
    before = currentHeading();
  });
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) focusHeading(before);
  });
}
