import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import classes from './components.module.css';
import { mix } from './contrast';
import type { ThemeConfig } from './palettes';
import { type Tokens, tokens } from './tokens';

/** Ten shades around the theme's primary, the primary itself at index 6. */
function shades(primary: string): MantineColorsTuple {
  const light = (amount: number) => mix(primary, '#ffffff', amount);
  const dark = (amount: number) => mix(primary, '#000000', amount);
  return [
    light(0.92),
    light(0.82),
    light(0.66),
    light(0.5),
    light(0.34),
    light(0.16),
    primary,
    dark(0.12),
    dark(0.24),
    dark(0.36),
  ];
}

const greys: MantineColorsTuple = [
  '#e9eaec',
  '#c6c9cf',
  '#a4a8b0',
  '#7b7f88',
  '#3c3f45',
  '#2b2d31',
  '#1f2024',
  '#18191c',
  '#101113',
  '#0b0c0e',
];

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function variables(values: Tokens, dark: boolean): Record<string, string> {
  const own = Object.fromEntries(Object.entries(values).map(([name, value]) => [`--v-${kebab(name)}`, value]));
  return {
    ...own,
    '--v-shadow': dark ? '0 8px 24px rgb(0 0 0 / 0.5)' : '0 8px 24px rgb(16 17 19 / 0.1)',
    '--mantine-color-body': values.surface,
    '--mantine-color-text': values.text,
    '--mantine-color-dimmed': values.muted,
    '--mantine-color-error': values.error,
    '--mantine-color-anchor': values.link,
    '--mantine-color-placeholder': values.muted,
    '--mantine-color-default': values.surface,
    '--mantine-color-default-hover': values.hover,
    '--mantine-color-default-color': values.text,
    '--mantine-color-default-border': values.border,
    '--mantine-color-brand-filled': values.primary,
    '--mantine-color-brand-filled-hover': values.primaryHover,
    '--mantine-color-brand-light': values.soft,
    '--mantine-color-brand-light-hover': mix(values.soft, values.primary, 0.08),
    '--mantine-color-brand-light-color': values.softText,
    '--mantine-color-brand-outline': values.primaryUi,
    '--mantine-color-brand-text': values.link,
    '--mantine-primary-color-filled': values.primary,
    '--mantine-primary-color-filled-hover': values.primaryHover,
    '--mantine-primary-color-light': values.soft,
    '--mantine-primary-color-light-color': values.softText,
    '--mantine-primary-color-contrast': values.onPrimary,
  };
}

/** Both schemes at once: overrides outside `light` and `dark` lose against Mantine's own. */
export function variablesResolver(config: ThemeConfig): CSSVariablesResolver {
  return () => ({
    variables: {},
    light: variables(tokens(config, false), false),
    dark: variables(tokens(config, true), true),
  });
}

function named(name: string): string {
  return classes[name] ?? '';
}

const quick = { transition: 'pop', duration: 120, timingFunction: 'ease-out' } as const;

export function mantineTheme(config: ThemeConfig): MantineThemeOverride {
  return createTheme({
    primaryColor: 'brand',
    primaryShade: 6,
    autoContrast: true,
    respectReducedMotion: true,
    colors: { brand: shades(tokens(config, false).primary), dark: greys },
    fontFamily: "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.5rem', xl: '1.75rem' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
    radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.875rem', xl: '1rem' },
    defaultRadius: 'md',
    headings: {
      fontWeight: '700',
      sizes: {
        h1: { fontSize: '1.5rem', lineHeight: '2rem' },
        h2: { fontSize: '1rem', lineHeight: '1.5rem', fontWeight: '600' },
        h3: { fontSize: '0.875rem', lineHeight: '1.25rem', fontWeight: '600' },
      },
    },
    cursorType: 'pointer',
    focusRing: 'auto',
    components: {
      ActionIcon: {
        defaultProps: { variant: 'subtle', size: 36, color: 'gray' },
        classNames: { root: named('control') },
      },
      Avatar: { defaultProps: { radius: 'xl' } },
      Badge: { defaultProps: { tt: 'none', fw: 500 }, classNames: { root: named('badge') } },
      Button: { defaultProps: { h: 36 }, classNames: { root: named('button') } },
      CloseButton: { classNames: { root: named('close') } },
      Input: { classNames: { wrapper: named('field'), input: named('input') } },
      InputWrapper: {
        classNames: { label: named('label'), description: named('note'), error: named('note') },
      },
      SegmentedControl: {
        classNames: { root: named('segments'), indicator: named('segment'), label: named('segmentLabel') },
      },
      Card: { defaultProps: { radius: 'lg', withBorder: true } },
      Menu: {
        defaultProps: {
          // Otherwise a focusable presentation element sits inside role=menu (axe: aria-required-children).
          withInitialFocusPlaceholder: false,
          // One that has no room on either side of its button lies over it, all of it in view.
          middlewares: { flip: { padding: 8 }, shift: { padding: 8, crossAxis: true } },
          shadow: 'md',
          transitionProps: quick,
          width: 240,
        },
        classNames: { dropdown: named('menu'), item: named('menuItem'), divider: named('menuDivider') },
      },
      Modal: {
        defaultProps: { radius: 'xl', centered: true, transitionProps: { duration: 200 } },
        classNames: { inner: named('modalPlace'), content: named('modal'), title: named('modalTitle') },
      },
      ModalHeader: { defaultProps: { component: 'div' } },
      // What floats never makes the page wider, not even before it has its place: a phone would zoom out.
      Popover: { defaultProps: { floatingStrategy: 'fixed' } },
      Pill: { classNames: { root: named('pill') } },
      PasswordInput: { defaultProps: { size: 'sm' } },
      Select: { defaultProps: { size: 'sm', allowDeselect: false, checkIconPosition: 'right' } },
      TextInput: { defaultProps: { size: 'sm' } },
    },
  });
}
