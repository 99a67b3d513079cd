import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { later } from '../../../platform/routing/later';
import { whenUsed } from '../../../platform/routing/when-used';
import { isElsewhere } from '../../../platform/ui/use-page-keys';
import type { BrowserKeysProps } from './use-browser-keys';

const BrowserKeys = later(() => import('./BrowserKeys'), 'BrowserKeys');

/** Of these keys, only this one does something to the page by itself that cannot be taken back: it marks all text. */
function isSelectAll(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey || shiftKey || !(ctrlKey || metaKey) || key.toLowerCase() !== 'a') return false;
  return !isElsewhere(event);
}

/** The keyboard of a list comes when the page is used; what was pressed until it is there is pressed again. */
export function BrowserKeysLater(props: BrowserKeysProps) {
  const [due, setDue] = useState(false);
  const early = useRef<KeyboardEvent[] | null>([]);
  const ours = useRef(new WeakSet<KeyboardEvent>());
  useEffect(() => {
    const note = (event: KeyboardEvent) => {
      if (early.current === null || event.defaultPrevented) return;
      early.current.push(event);
      if (!isSelectAll(event)) return;
      event.preventDefault();
      ours.current.add(event);
    };
    // What was selected by then may not be selected any more: a key that is lost does no harm.
    const forget = () => {
      if (early.current !== null) early.current = [];
    };
    window.addEventListener('keydown', note);
    window.addEventListener('pointerdown', forget);
    void whenUsed.then(() => setDue(true));
    return () => {
      window.removeEventListener('keydown', note);
      window.removeEventListener('pointerdown', forget);
    };
  }, []);
  const pressAgain = () => {
    // What lies over the list may have heard a key after this, and has it alone.
    const pressed = early.current?.filter((event) => !event.defaultPrevented || ours.current.has(event)) ?? [];
    early.current = null;
    // Each of them acts on what the one before has selected; not before what is drawn now is in place.
    queueMicrotask(() => {
      for (const event of pressed) flushSync(() => event.target?.dispatchEvent(new KeyboardEvent(event.type, event)));
    });
  };
  if (!due) return null;
  return (
    <Suspense fallback={null}>
      <BrowserKeys {...props} there={pressAgain} />
    </Suspense>
  );
}
