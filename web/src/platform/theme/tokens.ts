import { contrast, isColor, mix, readable, textOn } from './contrast';
import { builtInPalette, type ThemeConfig } from './palettes';

export type Tokens = {
  bar: string;
  barText: string;
  barMuted: string;
  barField: string;
  barBorder: string;
  bg: string;
  surface: string;
  sunken: string;
  checkerPale: string;
  checkerDeep: string;
  hover: string;
  border: string;
  borderControl: string;
  text: string;
  muted: string;
  icon: string;
  primary: string;
  primaryHover: string;
  onPrimary: string;
  primaryUi: string;
  link: string;
  soft: string;
  softText: string;
  error: string;
  info: string;
  success: string;
  warning: string;
};

const textRatio = 4.5;
const controlRatio = 3;

const neutral = {
  light: { bg: '#f6f6f7', surface: '#ffffff', border: '#e3e4e8', text: '#1a1b1e', muted: '#5c616b' },
  dark: { bg: '#101113', surface: '#18191c', border: '#2b2d31', text: '#e9eaec', muted: '#a4a8b0' },
};

/** The squares below a transparent picture: white and black are both visible on them. */
const checkers = {
  light: { checkerPale: '#dfe1e6', checkerDeep: '#cdd0d7' },
  dark: { checkerPale: '#999ea7', checkerDeep: '#8d929b' },
};

function color(config: ThemeConfig, name: Exclude<keyof ThemeConfig, 'logo' | 'font'>): string {
  const value = config[name];
  return isColor(value) ? value : builtInPalette[name];
}

/** A pale or deep shade of the primary colour, for the current place. */
function wash(primary: string, surface: string, dark: boolean): string {
  return mix(surface, primary, dark ? 0.16 : 0.1);
}

function background(config: ThemeConfig, dark: boolean): string {
  const wanted = color(config, 'appBackground');
  if (dark) return neutral.dark.bg;
  return contrast(wanted, neutral.light.text) >= 12 ? wanted : neutral.light.bg;
}

/** A light bar over a dark page would glare: there it is a surface like any other. */
function appBar(config: ThemeConfig, dark: boolean): Pick<Tokens, 'bar' | 'barText'> {
  const bar = color(config, 'appBarBgColor');
  if (dark && textOn(bar) !== '#ffffff') return { bar: neutral.dark.surface, barText: neutral.dark.text };
  return { bar, barText: readable(color(config, 'appBarTxtColor'), [bar], textRatio) };
}

/**
 * The colours of the page for a theme. A tenant's colours are corrected, never trusted: text reaches 4.5:1 on each
 * surface that it may be on, controls and the focus ring reach 3:1 (screens.md, Themes).
 */
export function tokens(config: ThemeConfig, dark: boolean): Tokens {
  const base = dark ? neutral.dark : neutral.light;
  const bg = background(config, dark);
  const { surface, text, border } = base;
  const sunken = dark ? '#1f2024' : '#f1f1f3';
  const hover = dark ? '#2c2e33' : '#f3f3f5';
  const primary = color(config, 'primary');
  const onPrimary = textOn(primary);
  const soft = wash(primary, surface, dark);
  const { bar, barText } = appBar(config, dark);
  const barField = mix(bar, barText, 0.12);
  const grounds = [bg, surface, sunken, hover];
  const status = (name: 'error' | 'info' | 'success' | 'warning') => readable(color(config, name), grounds, textRatio);
  return {
    bar,
    barText,
    barMuted: readable(mix(barText, bar, 0.28), [bar, barField], textRatio),
    barField,
    barBorder: contrast(bar, surface) < 1.4 ? border : mix(bar, barText, 0.08),
    bg,
    surface,
    sunken,
    ...checkers[dark ? 'dark' : 'light'],
    hover,
    border,
    borderControl: readable(dark ? '#5b5f67' : '#a0a4ad', [bg, surface], controlRatio),
    text,
    muted: readable(base.muted, grounds, textRatio),
    icon: readable(color(config, 'defaultIconColor'), grounds, textRatio),
    primary,
    primaryHover: mix(primary, onPrimary === '#ffffff' ? '#000000' : '#ffffff', 0.12),
    onPrimary,
    primaryUi: readable(primary, grounds, controlRatio),
    link: readable(primary, grounds, textRatio),
    soft,
    softText: readable(primary, [soft], textRatio),
    error: status('error'),
    info: status('info'),
    success: status('success'),
    warning: status('warning'),
  };
}
