const key = 'wanted_after_provider';

/** Keeps the wanted path while the browser is away at the provider. */
export function rememberWanted(path: string | undefined): void {
  if (path === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, path);
}

/** The path that was wanted before the provider; asked once. */
export function takeWanted(): string | undefined {
  const path = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  return path;
}
