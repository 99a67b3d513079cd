import type { Use, UsedDay } from './insights-queries';

const DAY = 86_400;
/** More bars than this are too thin: they are of a week each. */
const MOST_BARS = 100;

/** One bar: a day, or a week that begins with the day. */
export interface Bar {
  /** Seconds since 1970, in UTC. */
  from: number;
  days: number;
  number: number;
}

/** The bars of a period, the days without uses among them. */
export function barsOf(items: readonly UsedDay[], { from, days }: { from: number; days: number }, use: Use): Bar[] {
  const width = days > MOST_BARS ? 7 : 1;
  // The last bar ends today, so that weeks are whole; the first one may be of fewer days.
  const count = Math.ceil(days / width);
  const shorter = count * width - days;
  const bars = Array.from({ length: count }, (_, at) => {
    const first = Math.max(0, at * width - shorter);
    return { from: from + first * DAY, days: (at + 1) * width - shorter - first, number: 0 };
  });
  for (const item of items) {
    const bar = bars[Math.floor(((item.day - from) / DAY + shorter) / width)];
    if (bar) bar.number += item[use];
  }
  return bars;
}

/** A round number that no bar exceeds, for the top of the chart. */
export function topOf(bars: readonly Bar[]): number {
  const most = Math.max(1, ...bars.map(({ number }) => number));
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= most) ?? 10;
  return step * power;
}

/** How often in all. */
export function sumOf(items: readonly UsedDay[], use: Use): number {
  return items.reduce((sum, item) => sum + item[use], 0);
}
