import { useEffect, useRef, useState } from 'react';
import { query } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { downloadSelection } from '../entry/download';
import { keepChoice, keptChoice } from './kept-choice';
import { faultOf, type Look, type Preset, queryOf } from './look';
import type { Subject } from './many';
import { cancelPreparing, type PicturesForm, type Prepared, prepare, saveOnceReady } from './prepared';

/** What is asked of many pictures, how far they are made, and their download. */
export function useDownloadMany(appId: number, subject: Subject, close: () => void) {
  const presets = query.useQuery('get', '/api/app/{application_instance_id}/rendition/preset/of/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: subject.nodeId } },
  });
  const items: readonly Preset[] = presets.data?.items ?? [];
  const [kept, setKept] = useState(keptChoice);
  const [otherFiles, setOtherFiles] = useState(true);
  const [action, setAction] = useState<string | null>(null);
  const [state, setState] = useState<Prepared | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const waiting = useRef(new AbortController());
  // Who closes the dialog finds the archive below the bell.
  useEffect(() => {
    waiting.current = new AbortController();
    return () => waiting.current.abort();
  }, []);
  const wanted = kept.choice;
  const preset = wanted.kind === 'preset' ? items.find(({ preset_id }) => preset_id === wanted.presetId) : undefined;
  const isGone = wanted.kind === 'preset' && preset === undefined && !presets.isPending;
  const choice = isGone ? ({ kind: 'own' } as const) : wanted;
  const look: Look | null = choice.kind === 'original' ? null : (preset ?? kept.own);
  const fault = look === null ? null : faultOf(look, null);
  const change = (changes: Partial<typeof kept>) => {
    setRefusal(null);
    setKept({ ...kept, choice, ...changes });
  };
  const form = (): PicturesForm => ({
    ...(preset ? { preset: preset.preset_id } : queryOf(kept.own)),
    selection: subject.selection,
    keep_copyright: kept.keepCopyright,
    other_files: otherFiles,
  });
  const download = async () => {
    setBusy(true);
    setRefusal(null);
    keepChoice({ ...kept, choice });
    try {
      if (look === null) await downloadSelection(appId, subject.selection);
      else {
        const begun = await prepare(appId, form());
        setAction(begun);
        await saveOnceReady(appId, begun, setState, waiting.current.signal);
      }
      close();
    } catch (problem) {
      if (waiting.current.signal.aborted) return;
      setAction(null);
      setState(null);
      setRefusal(problem);
    } finally {
      setBusy(false);
    }
  };
  const cancel = async () => {
    waiting.current.abort();
    if (action !== null) await cancelPreparing(action);
    close();
  };
  return {
    presets: items,
    isPending: presets.isPending,
    kept: { ...kept, choice },
    look,
    fault,
    change,
    otherFiles,
    setOtherFiles,
    download,
    cancel,
    busy,
    isPreparing: action !== null,
    state,
    refusal,
    message: isProblem(refusal) && refusal.status !== 404 ? refusal.message : null,
  };
}
