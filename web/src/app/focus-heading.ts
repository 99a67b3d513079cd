import type { makeRouter } from './router';

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (heading === null) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A new page is announced by its heading. The first page keeps the browser's own focus; so does a mere change of query. */
export function focusHeadingOnRouteChange(router: ReturnType<typeof makeRouter>): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) requestAnimationFrame(focusHeading);
  });
}
