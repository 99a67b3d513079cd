// Every row of the table, in its order.
import { bytes } from "./bytes.mjs"
import { calls } from "./calls.mjs"
import { house } from "./house.mjs"
import { live } from "./live.mjs"
import { login } from "./login.mjs"
import { previews } from "./previews.mjs"
import { web } from "./web.mjs"

export const rows = [...house, ...calls, ...login, ...bytes, ...previews, ...live, ...web]
