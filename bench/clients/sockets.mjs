// Many live connections. Reports "joined" when all have joined, then the number of events and one
// of them whenever each connection has received one. `sessions` are tokens for Socket.IO; without
// them the connections only listen.
import { once } from "node:events"
import WebSocket from "ws"

const [{ url, clients, sessions, room }] = await once(process, "message")
process.once("disconnect", () => process.exit())
const ASK_AGAIN_MS = 1000
const AT_ONCE = 20
let events = 0

function heard(text) {
  events++
  if (events % clients === 0) process.send({ events, text })
}

function connect(number) {
  const token = sessions?.[number % sessions.length]
  const socket = new WebSocket(url, { perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.on("error", reject)
    socket.on("close", (code) => reject(new Error(`a connection was closed with ${code}`)))
    if (token) speak(socket, token, resolve)
    else {
      socket.on("open", resolve)
      socket.on("message", (data) => heard(String(data)))
    }
  })
}

/**
 * Engine.IO 4 and Socket.IO 5 over one websocket: open, connect, subscribe, and an answer to each
 * ping. A request to join right after the connect can get lost, so it is repeated until it is
 * answered.
 */
function speak(socket, token, joined) {
  const users_id = JSON.parse(Buffer.from(token.split(".")[1], "base64url")).sub
  let asking
  const subscribe = () => socket.send(`420${JSON.stringify(["subscribe", { room }])}`)
  socket.on("message", (data) => {
    const text = String(data)
    if (text === "2") socket.send("3")
    else if (text.startsWith("0")) socket.send(`40${JSON.stringify({ users_id, token })}`)
    else if (text.startsWith("40")) {
      subscribe()
      asking = setInterval(subscribe, ASK_AGAIN_MS)
    } else if (text === '430[{"ok":true}]') {
      clearInterval(asking)
      joined()
    } else if (text.startsWith("42")) heard(text)
    else throw new Error(`the server says ${text}`)
  })
}

for (let number = 0; number < clients; number += AT_ONCE) {
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, clients - number) }, (_, n) => connect(number + n)))
}
process.send("joined")
