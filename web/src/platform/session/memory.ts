/** What the guard remembers between visits: the last path, and the application instance selected in each area. */

/** The server's `application_key`. */
export type AppArea = string;

const lastPathKey = 'last_path';
const selectedKey = (area: AppArea) => `selected_${area}_app_id`;

export function lastPath(): string | null {
  return localStorage.getItem(lastPathKey);
}

export function rememberLastPath(path: string): void {
  localStorage.setItem(lastPathKey, path);
}

export function forgetLastPath(): void {
  localStorage.removeItem(lastPathKey);
}

export function selectedApp(area: AppArea): number | null {
  const stored = Number(localStorage.getItem(selectedKey(area)));
  return Number.isSafeInteger(stored) && stored > 0 ? stored : null;
}

export function selectApp(area: AppArea, appId: number): void {
  localStorage.setItem(selectedKey(area), String(appId));
}
