import type { Token, Tokens } from 'marked';
import { type JSX, type ReactNode, useMemo } from 'react';
import classes from './MarkdownText.module.css';
import { decoded, partsOf, safeAddress, withoutTags } from './markdown-parts';

/** A Markdown text with its marks carried out. It is made of elements, never of HTML, and loads nothing. */
export function MarkdownText({ text }: { text: string }) {
  const parts = useMemo(() => partsOf(text), [text]);
  return (
    <article className={classes['text']} dir="auto">
      {all(parts)}
    </article>
  );
}

function all(parts: readonly Token[] | undefined): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells parts apart, and they do not change
  return parts?.map((part, at) => <Part key={at} part={part as Tokens.Generic} />);
}

/** Each kind of part; of what is not known, the letters are shown. */
function Part({ part }: { part: Tokens.Generic }): ReactNode {
  const draw = PARTS[part.type];
  if (draw) return draw(part);
  return part.tokens ? all(part.tokens) : decoded(part['text'] ?? '');
}

const nothing = () => null;

const PARTS: Readonly<Record<string, (part: Tokens.Generic) => ReactNode>> = {
  space: nothing,
  def: nothing,
  hr: () => <hr />,
  br: () => <br />,
  heading: (part) => <Heading depth={part['depth']}>{all(part.tokens)}</Heading>,
  paragraph: (part) => <p>{all(part.tokens)}</p>,
  blockquote: (part) => <blockquote>{all(part.tokens)}</blockquote>,
  code: (part) => (
    <pre>
      <code>{part['text']}</code>
    </pre>
  ),
  codespan: (part) => <code>{part['text']}</code>,
  strong: (part) => <strong>{all(part.tokens)}</strong>,
  em: (part) => <em>{all(part.tokens)}</em>,
  del: (part) => <del>{all(part.tokens)}</del>,
  escape: (part) => part['text'],
  html: (part) => withoutTags(part['text'] ?? ''),
  link: (part) => <Address href={part['href']}>{all(part.tokens)}</Address>,
  // Who looks at a text tells nobody that they do.
  image: (part) => <em>{part['text'] || part['href']}</em>,
  checkbox: (part) => <Task isDone={part['checked'] === true} />,
  list: (part) => <List list={part as unknown as Tokens.List} />,
  table: (part) => <Table table={part as unknown as Tokens.Table} />,
};

/** Below the name of the file, which is the heading of the viewer. */
function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  const Level = `h${Math.min(6, depth + 2)}` as keyof JSX.IntrinsicElements;
  return (
    <Level className={classes['heading'] ?? ''} data-depth={depth}>
      {children}
    </Level>
  );
}

function Address({ href, children }: { href: string; children: ReactNode }) {
  const address = safeAddress(href);
  if (address === null) return children;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

function Task({ isDone }: { isDone: boolean }) {
  return <input type="checkbox" checked={isDone} disabled readOnly />;
}

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, at) => {
    const hasBox = item.tokens.some(({ type }) => type === 'checkbox');
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <li key={at}>
        {item.task && !hasBox && <Task isDone={item.checked === true} />}
        {all(item.tokens)}
      </li>
    );
  });
  return list.ordered ? <ol start={list.start === '' ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table }: { table: Tokens.Table }) {
  const align = (at: number) => ({ textAlign: table.align[at] ?? ('start' as const) });
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <th key={at} scope="col" style={align(at)}>
              {all(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={line}>
            {row.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <td key={at} style={align(at)}>
                {all(cell.tokens)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
