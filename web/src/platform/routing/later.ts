import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { loadChunk } from './page';
import { whenUsed } from './when-used';

/** A component in a file of its own; `prefetch` loads the file, and from then on it is shown at once. */
export type Later<Props extends object> = FunctionComponent<Props> & { prefetch: () => Promise<unknown> };

type PropsOf<Component> = Component extends ComponentType<infer Props extends object> ? Props : never;

/** A part of a screen in its own file: `later(() => import('./NameDialog'), 'NameDialog')`; show it inside a Suspense. */
export function later<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Later<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  let loaded: ComponentType<Props> | null = null;
  const fetch = async () => {
    const component = (await load())[name] as ComponentType<Props>;
    loaded = component;
    return { default: component };
  };
  const waiting = lazy(() => loadChunk(fetch));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is read
  function Part(props: Props) {
    const [component] = useState(() => loaded ?? waiting);
    return createElement(component as ComponentType<Props>, props);
  }
  return Object.assign(Part, { prefetch: fetch });
}

/** Loads parts that a click or a key may show, as soon as the page is used. */
export function usePrefetch(...parts: readonly { prefetch?: () => Promise<unknown> }[]): void {
  const load = useEffectEvent(() => void Promise.allSettled(parts.map((part) => part.prefetch?.())));
  useEffect(() => {
    let left = false;
    void whenUsed.then(() => {
      if (!left) load();
    });
    return () => {
      left = true;
    };
  }, []);
}
