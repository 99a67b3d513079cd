// A copy of a folder with 100,000 entries in its own repository: how long it takes, and how long lists take meanwhile.
import { percentile } from "../measure.mjs"
import { sleep } from "../process.mjs"

const POLL_MS = 200
const FAILED = new Set(["error", "partial_error", "stopped", "cancelled"])

export const copies = [
  { name: "copy of 100,000 entries inside a server", unit: "s", goal: 60, run: async (b) => (await copied(b)).seconds },
  { name: "a list while 100,000 entries are copied, p99", unit: "ms", goal: 100, run: async (b) => percentile((await copied(b)).lists, 0.99) },
]

/** Both rows are of one copy. */
let measured
const copied = (bench) => (measured ??= copy(bench))

async function copy({ session, app, big, folder }) {
  const target = await folder("Copies")
  const begun = performance.now()
  const { bg_action } = await session.json("PUT", `${app}/entry/copy/${big}/to/${target}`)
  let isOver = false
  const lists = []
  const listed = async () => {
    while (!isOver) {
      const asked = performance.now()
      await session.get(`${app}/entry/list/${big}?limit=30`)
      lists.push(performance.now() - asked)
    }
  }
  const finished = async () => {
    try {
      await end(session, bg_action.bg_action_id)
      return (performance.now() - begun) / 1000
    } finally {
      isOver = true
    }
  }
  const [seconds] = await Promise.all([finished(), listed()])
  return { seconds, lists }
}

async function end(session, id) {
  for (;;) {
    const { items } = await session.get("/api/core/background-action")
    const { status } = items.find((one) => one.bg_action_id === id)
    if (status === "success") return
    if (FAILED.has(status)) throw new Error(`the copy ended with ${status}`)
    await sleep(POLL_MS)
  }
}
