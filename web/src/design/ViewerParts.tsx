import { useState } from 'react';
import type { Entry } from '../areas/content/queries';
import { Filmstrip } from '../areas/content/viewer/Filmstrip';
import { MarkdownText } from '../areas/content/viewer/MarkdownText';
import { NoPicture } from '../areas/content/viewer/NoPicture';
import { TableText } from '../areas/content/viewer/TableText';
import { ViewerBar } from '../areas/content/viewer/ViewerBar';
import { ZoomPill } from '../areas/content/viewer/ZoomPill';
import type { ActionContext } from '../platform/registry/actions';
import { DarkPart } from '../platform/theme/DarkPart';
import { noPreview } from '../testing/preview';
import { file } from './Cards';
import classes from './DesignPage.module.css';
import { Section, State } from './Section';

const COUNT = 24;
const nothing = () => undefined;
const context = { appId: 1, folder: null, whole: null } as unknown as ActionContext;
const files = Array.from({ length: COUNT }, (_, at): Entry => ({ ...file, node_id: at + 1, name: `Beach ${at}.jpg` }));
const table = `sku;name;note\n10001-coffee-cup-white;Cup;${'white, with a handle and a saucer '.repeat(4)}\n2;Plate;`;

function Bar({ panelOpen }: { panelOpen: boolean }) {
  const [playing, setPlaying] = useState(false);
  const toggle = { playing, togglePlaying: () => setPlaying(!playing), panelOpen, togglePanel: nothing };
  const offered = { download: nothing, downloadAs: nothing, share: nothing };
  return (
    <ViewerBar file={file} place="7 of 128 in Summer" context={context} {...toggle} {...offered} close={nothing} />
  );
}

function Strip() {
  const [node, step] = useState(7);
  return <Filmstrip appId={1} files={files} index={node - 1} step={step} />;
}

function Pill({ start }: { start: number }) {
  const [percent, setPercent] = useState(start);
  const zoom = {
    zoomIn: () => setPercent(percent * 2),
    zoomOut: () => setPercent(percent / 2),
    fit: () => setPercent(62),
    actual: () => setPercent(100),
  };
  return <ZoomPill percent={percent} fits={percent === 62} {...zoom} />;
}

const lacks: readonly (readonly [string, Partial<Entry>, boolean])[] = [
  ['its picture is on its way', { preview: { ...noPreview, status: 'generating_preview' } }, false],
  ['the browser cannot play it', { name: 'film.mov', entry_type: 'video', mime_type: 'video/quicktime' }, true],
  ['an empty file', { size: 0 }, false],
];

/** The parts of the viewer, which are dark in both schemes. */
export function ViewerParts() {
  return (
    <Section title="Viewer">
      <DarkPart className={classes['viewer']}>
        <State name="the bar">
          <Bar panelOpen={false} />
        </State>
        <State name="the bar, with the panel open">
          <Bar panelOpen />
        </State>
        <State name="the strip">
          <Strip />
        </State>
        <div className={classes['stages']}>
          {[62, 100].map((percent) => (
            <State key={percent} name={percent === 62 ? 'as a whole' : 'in its own pixels'}>
              <div className={classes['stage']}>
                <Pill start={percent} />
              </div>
            </State>
          ))}
          {lacks.map(([name, changes, unplayable]) => (
            <State key={name} name={name}>
              <div className={classes['stage']}>
                <NoPicture appId={1} entry={{ ...file, ...changes }} unplayable={unplayable} download={nothing} />
              </div>
            </State>
          ))}
          <State name="a table">
            <div className={classes['stage']}>
              <TableText name="Prices.csv" text={table} isCut={false} />
            </div>
          </State>
          <State name="a formatted text">
            <div className={classes['stage']}>
              <MarkdownText text={'# Plan\n\nSome **bold** words, and a list:\n\n- one\n- two'} />
            </div>
          </State>
        </div>
      </DarkPart>
    </Section>
  );
}
