// For comparison with the live socket: a plain `ws` server that sends each text it receives to all
// its connections.
import { once } from "node:events"
import { WebSocketServer } from "ws"

await once(process, "message")
process.once("disconnect", () => process.exit())
const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false })
await once(server, "listening")
process.on("message", (text) => {
  for (const client of server.clients) client.send(text)
})
process.send(`ws://127.0.0.1:${server.address().port}`)
