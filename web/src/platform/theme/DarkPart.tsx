import { MantineProvider, Portal } from '@mantine/core';
import { type PropsWithChildren, type Ref, useCallback, useId, useMemo, useRef } from 'react';
import { variablesResolver } from './mantine-theme';
import { useThemeChoice } from './ThemeProvider';

type Props = PropsWithChildren<{ className?: string | undefined; ref?: Ref<HTMLDivElement> }>;

const noManager = {
  get: () => 'dark' as const,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

/** A part of the page that is dark in both schemes. Its menus and tooltips float inside it, so that they are, too. */
export function DarkPart({ className, ref, children }: Props) {
  const { config } = useThemeChoice();
  const resolver = useMemo(() => variablesResolver(config), [config]);
  const id = `dark${useId().replaceAll(/\W/g, '')}`;
  const own = useRef<HTMLDivElement>(null);
  const theme = useMemo(
    () => ({ components: { Portal: Portal.extend({ defaultProps: { target: `#${id}`, reuseTargetNode: false } }) } }),
    [id],
  );
  // Before it stands and after it is gone there is none: what is dark must not become the rest of the page.
  const root = useCallback(() => own.current ?? undefined, []);
  return (
    <div
      id={id}
      className={className}
      data-mantine-color-scheme="dark"
      ref={(element) => {
        own.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
    >
      <MantineProvider
        theme={theme}
        forceColorScheme="dark"
        colorSchemeManager={noManager}
        cssVariablesResolver={resolver}
        cssVariablesSelector={`#${id}`}
        getRootElement={root}
        withGlobalClasses={false}
      >
        {children}
      </MantineProvider>
    </div>
  );
}
