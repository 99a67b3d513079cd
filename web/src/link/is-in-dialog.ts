/** The key was pressed in a dialog over the page, which uses it itself. */
export function isInDialog({ target }: Event): boolean {
  return target instanceof Element && target.closest('dialog[data-over]') !== null;
}
