import type { Day } from '../../platform/ui/date/calendar';

const two = (number: number) => String(number).padStart(2, '0');

/** The last day on which something may be used that ends at this time, in seconds, by the clock of this device. */
export function lastDayOf(end: number): Day {
  const last = new Date((end - 1) * 1000);
  return `${last.getFullYear()}-${two(last.getMonth() + 1)}-${two(last.getDate())}`;
}

/** The end of a day, in seconds: the beginning of the next one. */
export function endOf(day: Day): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + 1).getTime() / 1000;
}
