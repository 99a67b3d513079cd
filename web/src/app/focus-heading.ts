import type { makeRouter } from './router';

const mostFrames = 30;

function focusHeading(framesLeft = mostFrames): void {
  const main = document.querySelector('main');
  // A field that took the focus by itself keeps it.
  if (main?.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement) return;
  const heading = main?.querySelector('h1');
  if (!(heading instanceof HTMLElement)) {
    if (framesLeft > 0) requestAnimationFrame(() => focusHeading(framesLeft - 1));
    return;
  }
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A new page is announced by its heading. The first page keeps the browser's own focus; so does a mere change of query. */
export function focusHeadingOnRouteChange(router: ReturnType<typeof makeRouter>): void {
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) requestAnimationFrame(() => focusHeading());
  });
}
