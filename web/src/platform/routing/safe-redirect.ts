const controlOrBackslash = /[\p{Cc}\\]/u;

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * True for a path on this origin: it begins with exactly one "/", also after decoding, and has no control character.
 */
function isOwnPath(value: string): boolean {
  if (controlOrBackslash.test(value)) return false;
  const path = decoded(value.split(/[?#]/, 1)[0] ?? '');
  return path?.startsWith('/') === true && !path.startsWith('//') && !controlOrBackslash.test(path);
}

/** The target after signing in: the wanted path if it is one of ours, else `otherwise`. */
export function safeRedirect(wanted: string | null | undefined, otherwise = '/'): string {
  if (typeof wanted !== 'string' || !isOwnPath(wanted)) return otherwise;
  return wanted === '/login' || /^\/login[/?#]/.test(wanted) ? otherwise : wanted;
}
