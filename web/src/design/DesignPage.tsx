import { MantineProvider, NativeSelect, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { mantineTheme, variablesResolver } from '../platform/theme/mantine-theme';
import { Banners } from '../platform/ui/banners';
import { addressOf, type Shown, shownBy } from './address';
import { Cards } from './Cards';
import { Colours, Themes } from './Colours';
import { Buttons, Layers } from './Controls';
import classes from './DesignPage.module.css';
import { Facets } from './Facets';
import { Fields } from './Fields';
import { Tables } from './Tables';
import { Trays } from './Trays';
import { themes } from './themes';
import { ViewerParts } from './ViewerParts';
import { Empty, People, Type } from './Words';

/** Tokens and components in every state, in one theme and scheme at a time: where a new screen begins. */
export function DesignPage() {
  const [shown, setShown] = useState(() => shownBy(location.search));
  const { config } = themes[shown.theme] ?? themes[0];
  const mantine = useMemo(() => mantineTheme(config), [config]);
  const resolver = useMemo(() => variablesResolver(config), [config]);
  const show = (change: Partial<Shown>) => {
    const next = { ...shown, ...change };
    history.replaceState(null, '', addressOf(next));
    setShown(next);
  };
  return (
    <MantineProvider theme={mantine} cssVariablesResolver={resolver} forceColorScheme={shown.scheme}>
      <Banners />
      <main className={classes['page']}>
        <header className={classes['head']}>
          <h1>Design</h1>
          <NativeSelect
            label="Theme"
            value={shown.theme}
            data={themes.map(({ title }, at) => ({ value: String(at), label: title }))}
            onChange={(event) => show({ theme: Number(event.currentTarget.value) })}
          />
          <SegmentedControl
            aria-label="Scheme"
            value={shown.scheme}
            data={['light', 'dark'] as const}
            onChange={(scheme) => show({ scheme: scheme as Shown['scheme'] })}
          />
        </header>
        <Colours config={config} dark={shown.scheme === 'dark'} />
        <Themes />
        <Type />
        <Buttons />
        <Fields />
        <Layers />
        <People />
        <Cards />
        <Facets />
        <Trays />
        <ViewerParts />
        <Tables />
        <Empty />
      </main>
    </MantineProvider>
  );
}
