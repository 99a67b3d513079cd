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
  target: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' | 'dialog'; 'aria-expanded'?: boolean }>;
  opens?: 'menu' | 'dialog';
  /** Loads what is shown instead of the button alone. */
  prefetch: Load;
  /** The button with its menu. */
  children: ReactNode;
}

/** A button whose menu is loaded when the page is first used; a press from before opens it as soon as it is there. */
export function OnUse({ target, opens = 'menu', prefetch, children }: Props) {
  const [ready, setReady] = useState(loaded.has(prefetch));
  const place = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  const pressed = useRef(false);
  useEffect(() => {
    let left = false;
    const load = async () => {
      await whenUsed;
      await loadChunk(prefetch);
      loaded.add(prefetch);
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
