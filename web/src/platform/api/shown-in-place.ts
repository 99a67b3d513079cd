const header = 'x-error-shown';

/** Pass as `headers` to a call whose error the screen shows in place, instead of the banner. */
export const shownInPlace = { [header]: 'in-place' } as const;

const requests = new WeakSet<Request>();

/** The mark never leaves the page: it moves from the headers into a set. */
export function takeMark(request: Request): void {
  if (!request.headers.has(header)) return;
  request.headers.delete(header);
  requests.add(request);
}

export function isShownInPlace(request: Request): boolean {
  return requests.has(request);
}
