// Clients run in a process of their own, so that they do not disturb the measurements of this one.
import { fork } from "node:child_process"
import { on, once } from "node:events"
import { fileURLToPath } from "node:url"

const TIMEOUT_MS = 120_000

/** Starts a module with a task; `next` is its next message. */
export function begin(module, task) {
  const child = fork(fileURLToPath(new URL(`../${module}`, import.meta.url)))
  const said = on(child, "message")
  const gone = once(child, "exit")
  const next = async () => {
    const ended = gone.then(([code]) => Promise.reject(new Error(`${module} ended with ${code}`)))
    let clock
    const late = new Promise((_, reject) => {
      clock = setTimeout(() => reject(new Error(`${module} says nothing`)), TIMEOUT_MS)
    })
    const message = await Promise.race([said.next(), ended, late]).finally(() => clearTimeout(clock))
    return message.value[0]
  }
  const end = async () => {
    if (child.connected) child.disconnect()
    await gone
  }
  child.send(task)
  return { pid: child.pid, next, send: (message) => child.send(message), end }
}
