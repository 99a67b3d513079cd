import { lazyRouteComponent } from '@tanstack/react-router';

const timeoutMs = 120_000;
const reloadedKey = 'chunk_reloaded_at';

function mayReload(now: number): boolean {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
  return now - last > timeoutMs;
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The page took too long to load.')), timeoutMs);
  });
}

/** Loads a part of the app. After a new release the old file is gone: then one reload, never a second in two minutes. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await Promise.race([load(), timeout()]);
  } catch (error) {
    if (!navigator.onLine || !mayReload(Date.now())) throw error;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    window.location.reload();
    return new Promise<never>(() => undefined);
  }
}

/** A screen in its own file: `component: page(() => import('./HomePage'), 'HomePage')`. */
export function page<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadChunk(load), name);
}
