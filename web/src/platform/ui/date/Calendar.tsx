import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Calendar.module.css';
import { addDays, addMonths, type Day, firstOfWeek, today, weeksOf, words } from './calendar';

interface Props {
  value: Day | null;
  min?: Day | undefined;
  max?: Day | undefined;
  choose: (day: Day) => void;
}

/** A month of days, with the keys of a date picker: arrows, Home and End in the week, Page Up and Down by months. */
export function Calendar({ value, min, max, choose }: Props) {
  const { t, i18n } = useTranslation('settings');
  const language = i18n.language;
  const now = today();
  const within = (day: Day) => (max !== undefined && day > max ? max : min !== undefined && day < min ? min : day);
  const [focus, setFocus] = useState(within(value ?? now));
  const table = useRef<HTMLTableElement>(null);
  const byKey = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useEffect(() => {
    if (byKey.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focus]);
  const turn = (by: 1 | -1) => {
    byKey.current = false;
    setFocus(within(addMonths(focus, by)));
  };
  const pressed = (event: KeyboardEvent) => {
    const weekBegins = firstOfWeek(focus, language);
    const moves: Record<string, Day> = {
      ArrowLeft: addDays(focus, -1),
      ArrowRight: addDays(focus, 1),
      ArrowUp: addDays(focus, -7),
      ArrowDown: addDays(focus, 7),
      Home: weekBegins,
      End: addDays(weekBegins, 6),
      PageUp: addMonths(focus, event.shiftKey ? -12 : -1),
      PageDown: addMonths(focus, event.shiftKey ? 12 : 1),
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    byKey.current = true;
    setFocus(within(next));
  };
  const weeks = weeksOf(focus, language);
  const isOut = (day: Day) => (min !== undefined && day < min) || (max !== undefined && day > max);
  return (
    <div className={classes['calendar']}>
      <div className={classes['head']}>
        <ActionIcon size={32} aria-label={t('date.previous')} onClick={() => turn(-1)}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <div className={classes['month']} aria-live="polite">
          {words(focus, language, { month: 'long', year: 'numeric' })}
        </div>
        <ActionIcon size={32} aria-label={t('date.next')} onClick={() => turn(1)}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
      <table ref={table} className={classes['days']} onKeyDown={pressed}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col" abbr={words(day, language, { weekday: 'long' })}>
                {words(day, language, { weekday: 'narrow' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className={classes['day']}
                    tabIndex={day === focus ? 0 : -1}
                    data-autofocus={day === focus || undefined}
                    disabled={isOut(day)}
                    aria-label={words(day, language, { dateStyle: 'full' })}
                    aria-pressed={day === value}
                    aria-current={day === now ? 'date' : undefined}
                    data-other={day.slice(0, 7) !== focus.slice(0, 7) || undefined}
                    onClick={() => choose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
