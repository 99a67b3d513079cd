/** How fast the bytes of a group go: the mean of the last seconds, so that it neither jumps nor lags. */

const WINDOW_MS = 10_000;
const KNOWN_AFTER_MS = 2000;

interface Sample {
  at: number;
  sent: number;
}

export type Pace = readonly Sample[];

/** The samples of the last seconds, with one more. Fewer bytes than before begin anew. */
export function withSample(pace: Pace, sample: Sample): Pace {
  const last = pace.at(-1);
  if (last && sample.sent < last.sent) return [sample];
  return [...pace.filter(({ at }) => sample.at - at <= WINDOW_MS), sample];
}

/** Bytes in a second; null until it is known. */
export function bytesPerSecond(pace: Pace): number | null {
  const [first] = pace;
  const last = pace.at(-1);
  if (!first || !last || last.at - first.at < KNOWN_AFTER_MS || last.sent <= first.sent) return null;
  return ((last.sent - first.sent) * 1000) / (last.at - first.at);
}

export function secondsLeft(pace: Pace, remaining: number): number | null {
  const speed = bytesPerSecond(pace);
  return speed === null ? null : remaining / speed;
}
