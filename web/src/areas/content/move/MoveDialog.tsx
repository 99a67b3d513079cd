import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { later } from '../../../platform/routing/later';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import dialog from '../dialog.module.css';
import { copyTo } from './copy-entries';
import { FolderPicker } from './FolderPicker';
import classes from './MoveDialog.module.css';
import { MoveNotes } from './MoveNotes';
import { checkMove, moveTo } from './move-entries';
import { countOf, type Moved, type Target, type Way } from './moved-entries';
import { type Answer, staying } from './taken-names';
import type { Mover } from './told-until-ended';
import { useFolderPicker } from './use-folder-picker';

const FolderDialog = later(() => import('../folder/FolderDialog'), 'FolderDialog');
const LostMarks = later(() => import('./LostMarks'), 'LostMarks');
const TakenNames = later(() => import('./TakenNames'), 'TakenNames');

const WORDS = {
  move: { title: 'move.title', action: 'move.action' },
  copy: { title: 'copy.title', action: 'copy.action' },
} as const;

interface Props {
  mover: Mover;
  moved: Moved;
  way: Way;
  /** The folder whose content is shown first; null: the repositories. */
  start: number | null;
  close: () => void;
  /** Called once they are on their way. */
  done?: (() => void) | undefined;
}

/** Asks where entries go, says what is in the way, and moves or copies them. */
export function MoveDialog({ mover, moved, way, start, close, done }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const { appId } = mover;
  const phone = useIsPhone();
  useFocusBack();
  const picker = useFolderPicker(appId, start);
  const [answer, setAnswer] = useState<Answer>('skip');
  const [why, setWhy] = useState<{ folder: number; marks: string; reason: string } | null>(null);
  const [naming, setNaming] = useState(false);
  const [moving, setMoving] = useState(false);
  const count = countOf(moved);
  const words = WORDS[way];
  const place = picker.hits === null ? picker.here : null;
  const check = useQuery({
    queryKey: ['move check', appId, way, place?.nodeId ?? 0],
    queryFn: () => checkMove(appId, moved, { nodeId: place?.nodeId ?? 0 }, way),
    enabled: place !== null,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const existing = check.data?.existing_count ?? 0;
  const taken = check.data?.taken ?? [];
  // What may be replaced in one folder may not be in the next.
  const given = answer === 'replace' && !taken.some(({ may_replace }) => may_replace) ? 'skip' : answer;
  const lost = check.data?.lost_marks ?? [];
  const marks = lost.join();
  const isLosing = place !== null && lost.length > 0;
  // Of one folder, or of some marks, the reason says nothing for others, and without marks there is none.
  const reason = isLosing && why?.folder === place.nodeId && why.marks === marks ? why.reason : null;
  const isThereRoom = check.data?.no_room !== true;
  const mayMove =
    place !== null &&
    reason?.trim() !== '' &&
    isThereRoom &&
    (check.data?.possible ?? 0) > staying(given, existing, taken);
  const move = async (target: Target) => {
    setMoving(true);
    const bring = way === 'copy' ? copyTo : moveTo;
    const widens = reason === null ? {} : { widens: { widen_reason: reason.trim(), give_up_marks: lost } };
    if (await bring(mover, moved, { ...target, ...widens }, existing > 0 ? given : 'skip')) {
      done?.();
      close();
    } else {
      setMoving(false);
      // Other marks may be there by now.
      if (reason !== null) void check.refetch();
    }
  };
  if (naming && place !== null) {
    const back = () => setNaming(false);
    return (
      <Suspense fallback={null}>
        <FolderDialog appId={appId} parentId={place.nodeId} close={back} made={picker.open} />
      </Suspense>
    );
  }
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={560}
      title={<span className={dialog['title']}>{t(words.title, { count, name: moved.entries[0]?.name ?? '' })}</span>}
      closeButtonProps={{ 'aria-label': t('content:close') }}
      classNames={{ body: classes['body'] ?? '', content: classes['content'] ?? '' }}
    >
      <FolderPicker
        picker={picker}
        start={start}
        // No folder goes into itself.
        closed={new Set(moved.entries.map(({ node_id }) => node_id))}
        makeFolder={() => setNaming(true)}
        focused={!phone}
      />
      <MoveNotes
        check={check.data}
        way={way}
        problem={isProblem(check.error) ? check.error.message : null}
        count={count}
      />
      {place !== null && existing > 0 && (
        <Suspense fallback={null}>
          <TakenNames appId={appId} way={way} existing={existing} taken={taken} answer={given} choose={setAnswer} />
        </Suspense>
      )}
      {isLosing && check.data !== undefined && (
        <Suspense fallback={null}>
          <LostMarks
            check={check.data}
            folder={place.name}
            count={count}
            reason={reason}
            change={(next) => setWhy(next === null ? null : { folder: place.nodeId, marks, reason: next })}
          />
        </Suspense>
      )}
      <div className={dialog['buttons']}>
        <Button variant="default" onClick={close}>
          {t('content:cancel')}
        </Button>
        <Button disabled={!mayMove} loading={moving} onClick={() => place !== null && void move(place)}>
          {t(words.action)}
        </Button>
      </div>
    </Modal>
  );
}
