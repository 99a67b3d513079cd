// Every row of the table, in order.
import { batches } from "./batches.mjs"
import { bytes } from "./bytes.mjs"
import { calls } from "./calls.mjs"
import { copies } from "./copies.mjs"
import { covers } from "./covers.mjs"
import { standing } from "./standing.mjs"
import { link } from "./link.mjs"
import { live } from "./live.mjs"
import { login } from "./login.mjs"
import { previews } from "./previews.mjs"
import { store } from "./store.mjs"
import { web } from "./web.mjs"

export const rows = [
  ...standing, ...calls, ...covers, ...login, ...bytes, ...batches, ...store, ...previews, ...live, ...web, ...link,
  // The installation has twice as many entries afterwards.
  ...copies,
]
