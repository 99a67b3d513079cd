// Shared by the rows: a running installation with one folder of 100,000 entries, its admin signed
// in, the server idle.
import { median } from "./measure.mjs"
import { admin, seed, seededFolder, serve, signIn } from "./server.mjs"

export const NODES = 100_000
const STARTS = 5

export async function stage() {
  const { data, remove } = seededFolder()
  try {
    const again = seed(data)
    const filled = seed(data, NODES)
    await settle(data)
    const { server, startSeconds } = await started(data)
    await server.rest()
    const idleMiB = server.pssMiB()
    const idleOwnMiB = server.ownMiB()
    const end = async () => {
      await server.stop()
      remove()
    }
    try {
      const places = await find(await signIn(server.url, admin))
      return { data, server, startSeconds, idleMiB, idleOwnMiB, microsPerNode: ((filled - again) * 1000) / NODES, ...places, end }
    } catch (error) {
      await end()
      throw error
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** The first server draws the previews that are queued by the seed. */
async function settle(data) {
  const server = await serve(data)
  await server.rest()
  await server.stop()
}

async function started(data) {
  const seconds = []
  for (;;) {
    const server = await serve(data)
    seconds.push(server.startSeconds)
    if (seconds.length === STARTS) return { server, startSeconds: median(seconds) }
    await server.stop()
  }
}

/** The ids that the rows need, as the admin finds them. */
export async function find(session) {
  const applications = await session.get("/api/core/usergroup/application")
  const { application_instance_id, access_url } = applications.items.find((one) => one.application_key === "content")
  const app = new URL(access_url).pathname
  const repositories = await session.get(`${app}/repository`)
  const root = (title) => repositories.items.find((one) => one.title === title).node_id
  const archive = root("Archive")
  const entries = await session.get(`${app}/entry/list/${archive}?limit=200`)
  const big = entries.items.find((one) => one.name.startsWith("Load test"))?.node_id
  const folder = async (name, parent = archive) =>
    (await session.json("POST", `${app}/folder`, { folder_parent_id: parent, name })).node_id
  return { session, appId: application_instance_id, app, library: root("Marketing library"), archive, big, folder }
}
