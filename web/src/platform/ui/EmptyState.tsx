import type { Icon } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import classes from './EmptyState.module.css';

type Props = { icon: Icon; title: string; description?: string; action?: ReactNode; headingLevel?: 1 | 2 };

/** The words of a text; one with a hyphen after its first letter stays on one line, "e-mail". */
function Words({ text }: { text: string }) {
  const parts = text.split(/((?<!\p{L})\p{L}-\p{L}+)/u);
  // Every other part is such a word.
  return parts.map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 0 ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <span key={key} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    );
  });
}

/** An empty list: one drawing, one sentence and at most one action. */
export function EmptyState({ icon: Drawing, title, description, action, headingLevel = 2 }: Props) {
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <div className={classes['root']}>
      <span className={classes['icon']}>
        <Drawing size={28} stroke={1.5} aria-hidden />
      </span>
      <Heading className={classes['title']}>{title}</Heading>
      {description !== undefined && (
        <p className={classes['description']}>
          <Words text={description} />
        </p>
      )}
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
