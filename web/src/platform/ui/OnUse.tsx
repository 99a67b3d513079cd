import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { loadChunk } from '../routing/page';
import { whenUsed } from '../routing/when-used';

type Load = () => Promise<unknown>;

const loaded = new WeakSet<Load>();

interface Props {
  /** The button of a menu. */
  target: ReactElement<{
    onClick?: () => void;
    onPointerDown?: () => void;
    'aria-haspopup'?: 'menu' | 'dialog';
    'aria-expanded'?: boolean;
  }>;
  opens?: 'menu' | 'dialog';
  /** Loads what is shown instead of the button alone. */
  prefetch: Load;
  /** The button with its menu. */
  children: ReactNode;
}

/** How long after a finger or a mouse button is lifted its click may come. */
const CLICK_MS = 500;

/** Resolves when the press that just began is over: with its click, or when none comes. */
function pressOver(): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const over = () => {
      waiting.abort();
      resolve();
    };
    window.addEventListener('click', over, waiting);
    window.addEventListener('pointercancel', over, waiting);
    window.addEventListener('pointerup', () => setTimeout(over, CLICK_MS), waiting);
  });
}

/** A button whose menu is loaded when the page is first used; a press from before opens it as soon as it is there. */
export function OnUse({ target, opens = 'menu', prefetch, children }: Props) {
  const [ready, setReady] = useState(loaded.has(prefetch));
  const place = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  const pressed = useRef(false);
  const press = useRef<Promise<void>>(undefined);
  useEffect(() => {
    let left = false;
    const load = async () => {
      await whenUsed;
      await loadChunk(prefetch);
      loaded.add(prefetch);
      // A button that is replaced between press and release is never clicked.
      await press.current;
      if (left) return;
      hadFocus.current = place.current?.contains(document.activeElement) ?? false;
      setReady(true);
    };
    void load().catch(() => undefined);
    return () => {
      left = true;
    };
  }, [prefetch]);
  // The button is a new element once it has its menu. A press of that one tells the menu where the focus goes back to.
  useLayoutEffect(() => {
    const button = ready ? place.current?.querySelector('button') : null;
    if (hadFocus.current) button?.focus();
    if (pressed.current) button?.click();
  }, [ready]);
  const button = cloneElement(target, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    onPointerDown: () => {
      press.current = pressOver();
    },
    onClick: () => {
      pressed.current = true;
    },
  });
  return (
    <span ref={place} style={{ display: 'contents' }}>
      {ready ? <Suspense fallback={button}>{children}</Suspense> : button}
    </span>
  );
}
