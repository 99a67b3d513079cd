import { themes } from './themes';

export type Shown = { theme: number; scheme: 'light' | 'dark' };

/** The theme and the scheme that the address names: `/design?theme=2&scheme=dark` can be linked and photographed. */
export function shownBy(search: string): Shown {
  const asked = new URLSearchParams(search);
  const theme = Number(asked.get('theme'));
  return { theme: themes[theme] === undefined ? 0 : theme, scheme: asked.get('scheme') === 'dark' ? 'dark' : 'light' };
}

export function addressOf({ theme, scheme }: Shown): string {
  return `?theme=${theme}&scheme=${scheme}`;
}
