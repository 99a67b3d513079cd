import { lexer, type Token } from 'marked';

/** The parts of a Markdown text, with those of tables, task lists and the other additions of GitHub. */
export function partsOf(text: string): readonly Token[] {
  return lexer(text.replace(FRONT_MATTER, ''), { gfm: true });
}

/** Facts for programs at the beginning. */
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/;

/** Where a link may lead: only away, and never into a program. */
export function safeAddress(href: string): string | null {
  try {
    const { protocol } = new URL(href);
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null;
  } catch {
    return null;
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Letters that are written as references: "&amp;", "&#8211;". */
export function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** What is to be read of a piece of HTML: it is never carried out. */
export function withoutTags(html: string): string {
  return decoded(html.replace(/<!--[\s\S]*?-->/g, '').replace(/<[^>]*>/g, ''));
}
