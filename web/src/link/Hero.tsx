/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Crumb, Entry } from './answers';
import { Brand } from './Brand';
import { Crumbs } from './Crumbs';
import { EndPill } from './EndPill';
import classes from './Hero.module.css';
import { Picture } from './Picture';
import { Sender } from './Sender';
import { useSharing } from './sharing';

type Props = {
  title: string;
  /** The folders above, from what is shared on; none at its top. */
  above: readonly Crumb[];
  cover: Entry | null;
  /** Whether there is a cover is not known yet: its room is kept. */
  coverComes?: boolean;
  enter: (folder: number | null) => void;
  /** Changes with the place: the heading then takes the focus, as a new page would. */
  placeKey: number | null;
  children?: ComponentChildren;
};

/** The head of the page on the tenant's colour: what is shared, by whom, until when. Inside a folder it is low. */
export function Hero({ title, above, cover, coverComes = false, enter, placeKey, children }: Props) {
  const { link } = useSharing();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(placeKey);
  useEffect(() => {
    if (before.current !== placeKey) heading.current?.focus({ preventScroll: true });
    before.current = placeKey;
  }, [placeKey]);
  const inside = above.length > 0;
  return (
    <header
      class={classes['hero']}
      data-inside={inside || undefined}
      data-cover={(!inside && (cover !== null || coverComes)) || undefined}
    >
      {cover !== null && !inside && (
        <div class={classes['cover']}>
          <Picture entry={cover} alt="" sizes="(max-width: 600px) 110vw, 80vw" eager="first" />
        </div>
      )}
      <div class={classes['top']}>
        <Brand front={link.front} />
      </div>
      <div class={classes['pill']}>
        <EndPill expiresAt={link.expires_at} />
      </div>
      <div class={classes['words']}>
        {inside && <Crumbs above={above} enter={enter} />}
        <h1 class={classes['title']} ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {!inside && <Sender link={link} />}
        {children}
      </div>
    </header>
  );
}
