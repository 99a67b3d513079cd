/**
 * Copies a text that the server has yet to tell. Some browsers copy only what a click has begun, so it begins before the
 * text is there. False if the browser copies nothing; the error of the call is thrown.
 */
export async function copyComing(coming: Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem === 'function') {
      const blob = coming.then((text) => new Blob([text], { type: 'text/plain' }));
      // Who does not take the item does not hear of its error.
      blob.catch(() => undefined);
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
      await coming;
    } else await navigator.clipboard.writeText(await coming);
    return true;
  } catch {
    await coming;
    return false;
  }
}
