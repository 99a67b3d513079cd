import type { Action, Outcome } from '../areas/activity/action';
import { groupActions } from '../areas/activity/action-groups';
import { StatusLabel } from '../areas/activity/StatusLabel';
import { TrayPanel } from '../areas/activity/TrayPanel';
import { UploadBody } from '../areas/activity/UploadBody';
import { UploadHead } from '../areas/activity/UploadHead';
import type { Failure, UploadGroup } from '../areas/activity/upload-groups';
import type { UploadAnswers } from '../areas/activity/use-upload-answers';
import { newUpload } from '../platform/uploads/new-upload';
import type { Uploads } from '../platform/uploads/uploads';
import { UploadsContext } from '../platform/uploads/uploads-context';
import classes from './DesignPage.module.css';
import { Row, Section, State } from './Section';

const MIB = 1024 * 1024;
const nothing = () => undefined;
const later = () => Promise.resolve();
const answers: UploadAnswers = {
  ...{ fileOf: () => null, send: later, leaveOut: later, leaveAllOut: later, cancel: later, putAway: nothing },
};
const noUploads = { snapshot: () => ({ uploads: new Map(), paces: new Map() }), fileOf: () => null };
const page = { uploads: noUploads as unknown as Uploads, startUpload: nothing };

const begun = { groupId: 'g', groupTitle: 'Verão 2026', appId: 1, parentId: 3, size: 2.9 * MIB, createdAt: 1 };
const arrived = ['beach.jpg', 'pier.jpg', 'harbour.jpg'].map((name) => ({
  ...newUpload({ ...begun, name }),
  ...{ state: 'done' as const, percent: 100 },
}));
const same = arrived.map((upload, at) => ({ ...upload, replaces: at + 1, unchanged: true }));

const rest: UploadGroup = {
  ...{ id: 'g', actionId: null, appId: 1, title: 'Verão 2026', folderId: 3, opensId: 3, files: 220, done: 218 },
  ...{ failures: [], failed: 0, active: 0, reconnecting: false, progress: 1, sent: 640 * MIB, size: 640 * MIB },
  ...{ speed: null, secondsLeft: null, arrived },
};

const failure = (name: string, reason: Failure['reason']): Failure => ({
  ...{ key: name, id: null, folderId: 3, name, size: 2 * MIB, reason, uploadId: null },
});

const goingOn = { done: 91, active: 3, progress: 0.42, sent: 270 * MIB, speed: 4 * MIB, secondsLeft: 92 };
const uploads: readonly (readonly [string, UploadGroup])[] = [
  ['under way', { ...rest, ...goingOn }],
  ['the connection is lost', { ...rest, ...goingOn, reconnecting: true, speed: null, secondsLeft: null }],
  ['names are asked for', { ...rest, failed: 2, failures: [failure('a<b>.jpg', 'name'), failure('con.jpg', 'name')] }],
  ['one failed', { ...rest, failed: 1, failures: [failure('film.mov', 'too_large')] }],
  ['all arrived', { ...rest, files: 3, done: 3 }],
  ['nothing has changed', { ...rest, files: 3, done: 3, arrived: same }],
];

function action(id: string, over: Partial<Action>): Action {
  return {
    ...{ id, groupId: id, title: 'Plans', text: '', type: 'move', icon: null, createdAt: 1_764_100_000 },
    ...{ progress: 100, status: 'success', nodeId: null, parentId: null, items: 3, cancellable: false },
    ...{ done: 3, failed: 0, undoUntil: null, undone: false, retryUntil: null, undoes: null, fromId: null },
    ...over,
  };
}

const going = { progress: 62, status: 'in_progress', cancellable: true, items: 240, done: null, failed: null };
const tray: readonly Action[] = [
  action('going', going),
  action('ended', { type: 'delete', undoUntil: 4_000_000_000 }),
  action('failed', { type: 'copy', status: 'partial_error', done: 2, failed: 1 }),
];

const outcomes: readonly Outcome[] = [
  ...(['queued', 'in_progress', 'generating_preview', 'success', 'partial_error', 'error'] as const),
  ...(['retried', 'stopped', 'interrupted'] as const),
];

/** What goes on in the background, as the tray and the bell tell it. */
export function Trays() {
  return (
    <UploadsContext value={page}>
      <Section title="Tray">
        <div className={classes['trays']}>
          {uploads.map(([name, group]) => (
            <State key={name} name={`upload, ${name}`}>
              <div className={classes['surface']}>
                <UploadHead group={group} />
                <UploadBody group={group} answers={answers} />
              </div>
            </State>
          ))}
          <State name="upload, folded">
            <div className={classes['surface']}>
              <UploadHead group={{ ...rest, ...goingOn }} folded />
            </div>
          </State>
          <State name="other actions">
            <TrayPanel groups={groupActions(tray)} putAway={nothing} />
          </State>
        </div>
        <Row>
          {outcomes.map((outcome) => (
            <StatusLabel key={outcome} outcome={outcome} status={outcome} />
          ))}
        </Row>
      </Section>
    </UploadsContext>
  );
}
