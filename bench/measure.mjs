// How one value is derived from many: CPU per call, rounds, medians, percentiles.

/** CPU of `server` per call in milliseconds, after a tenth of the calls to warm up. */
export async function perCall(server, times, call) {
  for (let n = 0; n < times / 10; n++) await call()
  return cpuOf(server, async () => {
    for (let n = 0; n < times; n++) await call()
  }).then((cpu) => cpu / times)
}

/** CPU of `server` during `work`. */
export async function cpuOf(server, work) {
  const before = server.cpuMs()
  await work()
  return server.cpuMs() - before
}

/**
 * Runs each of `works` in turn, `rounds` times; returns the median of each. A disturbance of one
 * round affects all of them.
 */
export async function inTurn(rounds, ...works) {
  const values = works.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) values[index].push(await work())
  }
  return values.map(median)
}

export const median = (values) => percentile(values, 0.5)

export function percentile(values, part) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}
