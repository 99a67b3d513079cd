import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createContext, type PropsWithChildren, useContext, useMemo, useState } from 'react';
import type { Schema } from '../api/client';
import { themeQuery } from '../session/account';
import { useFrontTheme } from '../session/organisation';
import { useToken } from '../session/use-session';
import { useChosenTheme } from './chosen-theme';
import { Floating } from './Floating';
import { mantineTheme, variablesResolver } from './mantine-theme';
import { builtInPalette, type ThemeConfig } from './palettes';

type Theme = Schema<'Theme'>;

type ThemeChoice = {
  config: ThemeConfig;
  choices: readonly Theme[];
  chosenId: number | null;
  choose: (themeId: number) => void;
  /** Shows a draft on the page, until it is given null. */
  preview: (draft: ThemeConfig | null) => void;
};

const none: readonly Theme[] = [];
const Choice = createContext<ThemeChoice>({
  config: builtInPalette,
  choices: none,
  chosenId: null,
  choose: () => undefined,
  preview: () => undefined,
});

/** The theme in use and the ones that can be chosen. */
export function useThemeChoice(): ThemeChoice {
  return useContext(Choice);
}

const schemes = localStorageColorSchemeManager({ key: 'color_scheme' });

/** The user's own choice on this device, else the theme from the server, else (without a session) that of the address. */
export function ThemeProvider({ children }: PropsWithChildren) {
  const token = useToken();
  const { data } = useQuery({ ...themeQuery(), enabled: token !== null });
  const { themeId, choose } = useChosenTheme(token?.claims.usersId ?? null);
  const given = token === null ? undefined : data;
  const choices = given?.choices ?? none;
  const theme = choices.find((choice) => choice.theme_id === themeId) ?? given;
  const [draft, preview] = useState<ThemeConfig | null>(null);
  const front = useFrontTheme();
  const config = draft ?? theme?.theme_config ?? front;
  const mantine = useMemo(() => mantineTheme(config), [config]);
  const resolver = useMemo(() => variablesResolver(config), [config]);
  return (
    <MantineProvider
      theme={mantine}
      cssVariablesResolver={resolver}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      <Choice value={{ config, choices, chosenId: theme?.theme_id ?? null, choose, preview }}>{children}</Choice>
      <Floating />
    </MantineProvider>
  );
}
