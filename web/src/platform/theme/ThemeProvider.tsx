import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { createContext, type PropsWithChildren, useContext, useMemo } from 'react';
import type { Schema } from '../api/client';
import { themeQuery } from '../session/account';
import { useToken } from '../session/use-session';
import { Floating } from './Floating';
import { mantineTheme, variablesResolver } from './mantine-theme';
import { builtInPalette, type ThemeConfig } from './palettes';

type Theme = Schema<'Theme'>;

type ThemeChoice = {
  config: ThemeConfig;
  choices: readonly Theme[];
  chosenId: number | null;
  choose: (themeId: number) => void;
};

const none: readonly Theme[] = [];
const Choice = createContext<ThemeChoice>({
  config: builtInPalette,
  choices: none,
  chosenId: null,
  choose: () => undefined,
});

/** The theme in use and the ones that can be chosen. */
export function useThemeChoice(): ThemeChoice {
  return useContext(Choice);
}

const schemes = localStorageColorSchemeManager({ key: 'color_scheme' });

/** The person's own choice, remembered on this device, before the theme the server gives; the built-in one without a session. */
export function ThemeProvider({ children }: PropsWithChildren) {
  const token = useToken();
  const { data } = useQuery({ ...themeQuery(), enabled: token !== null });
  const [stored, setStored] = useLocalStorage<number | null>({
    key: `theme_id_for_user_id_${token?.claims.usersId ?? ''}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const signedIn = token !== null;
  const value = useMemo<ThemeChoice>(() => {
    const given = signedIn ? data : undefined;
    const choices = given?.choices ?? none;
    const theme = choices.find((choice) => choice.theme_id === stored) ?? given;
    return {
      config: theme?.theme_config ?? builtInPalette,
      choices,
      chosenId: theme?.theme_id ?? null,
      choose: setStored,
    };
  }, [signedIn, data, stored, setStored]);
  const theme = useMemo(() => mantineTheme(value.config), [value.config]);
  const resolver = useMemo(() => variablesResolver(value.config), [value.config]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      <Choice value={value}>{children}</Choice>
      <Floating />
    </MantineProvider>
  );
}
