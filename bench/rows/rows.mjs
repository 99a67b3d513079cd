// Every row of the table, in order.
import { bytes } from "./bytes.mjs"
import { calls } from "./calls.mjs"
import { covers } from "./covers.mjs"
import { standing } from "./standing.mjs"
import { live } from "./live.mjs"
import { login } from "./login.mjs"
import { previews } from "./previews.mjs"
import { web } from "./web.mjs"

export const rows = [...standing, ...calls, ...covers, ...login, ...bytes, ...previews, ...live, ...web]
