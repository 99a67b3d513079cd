import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What `read` gives; null if the process has ended meanwhile. */
function ofProcess<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The processes that this one has started. */
function childrenOf(pid: number): number[] {
  const threads = ofProcess(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const lists = threads.map((thread) => ofProcess(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')));
  return lists.flatMap((list) => list?.split(' ').filter(Boolean).map(Number) ?? []);
}

/**
 * The machine is too busy for the pictures of a file: until `end`, what draws them is stopped as the kernel stops what
 * has used its time. `pids` are the server's processes, and the file is drawn from its standard input.
 */
export function outOfTime(pids: readonly number[], name: string): { end: () => void } {
  const draws = (child: number) => ofProcess(() => readlinkSync(`/proc/${child}/fd/0`))?.endsWith(`/${name}`);
  const timer = setInterval(() => {
    for (const child of pids.flatMap(childrenOf)) if (draws(child)) ofProcess(() => process.kill(child, 'SIGXCPU'));
  }, 5);
  return { end: () => clearInterval(timer) };
}
