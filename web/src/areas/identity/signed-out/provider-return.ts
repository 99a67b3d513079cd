const key = 'wanted_after_provider';

/** Stores the wanted path while the browser is at the provider. */
export function rememberWanted(path: string | undefined): void {
  if (path === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, path);
}

/** The path that was wanted before the provider; it can be read once. */
export function takeWanted(): string | undefined {
  const path = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  return path;
}
