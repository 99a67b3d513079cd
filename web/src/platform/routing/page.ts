import { lazyRouteComponent } from '@tanstack/react-router';
import { ask, whenReached } from '../api/connection';

const timeoutMs = 120_000;
const reloadedKey = 'chunk_reloaded_at';

function mayReload(now: number): boolean {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
  return now - last > timeoutMs;
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('Too slow')), timeoutMs);
  });
}

const inTime = <Module>(load: () => Promise<Module>): Promise<Module> => Promise.race([load(), timeout()]);

/**
 * Loads a part of the app. While the server does not answer it waits: a reload would replace the app by the browser's
 * own error page. After a new release the old file is gone: then it reloads once, and not again within two minutes.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await inTime(load);
  } catch {
    while (!(await ask())) await whenReached();
  }
  try {
    const [module] = await Promise.all([
      inTime(load),
      import('./failed-styles').then((styles) => styles.renewStyles()),
    ]);
    return module;
  } catch (error) {
    if (!(await ask())) return loadChunk(load);
    // For the browser's own error the router reloads by itself, and more than once.
    if (!mayReload(Date.now())) throw new Error('Gone', { cause: error });
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
