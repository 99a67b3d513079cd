import type { ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** The address that a server prints when it listens on a port chosen by the system. */
export async function announced(child: ChildProcessByStdio<Writable | null, Readable, null>): Promise<string> {
  return await new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const url = / is at (http:\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)));
  });
}
