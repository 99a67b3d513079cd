import { useState } from 'react';
import { query } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { downloadEntries } from '../entry/download';
import type { Entry } from '../queries';
import { type Choice, type KeptChoice, keepChoice, keptChoice, withinSource } from './kept-choice';
import { faultOf, type Look, type Preset, queryOf, type Source } from './look';
import { saveConverted } from './save-converted';

/** What can be chosen for a file, what is chosen, and the download of it. */
export function useDownloadAs(appId: number, file: Entry, close: () => void) {
  const presets = query.useQuery('get', '/api/app/{application_instance_id}/rendition/preset/of/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: file.node_id } },
  });
  const items: readonly Preset[] = presets.data?.items ?? [];
  const source = sourceOf(file);
  const [remembered] = useState(keptChoice);
  const [begun] = useState(() => withinSource(remembered, source));
  const [kept, setKept] = useState<KeptChoice>(begun);
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const preset = presetOf(kept.choice, items);
  // A preset may have been deleted since, or be another tenant's.
  const isGone = kept.choice.kind === 'preset' && preset === null && !presets.isPending;
  const choice: Choice = isGone ? { kind: 'own' } : kept.choice;
  const own = kept.linked ? shaped(kept.own, source) : kept.own;
  const look: Look | null = choice.kind === 'original' ? null : (preset ?? own);
  const fault = look === null ? null : faultOf(look, source);

  const change = (changes: Partial<KeptChoice>) => {
    setRefusal(null);
    setKept({ ...kept, choice, own, ...changes });
  };
  const download = async () => {
    setSaving(true);
    setRefusal(null);
    // A size that nobody has changed is remembered for larger pictures.
    const isSame = isSameSize(own, begun.linked ? shaped(begun.own, source) : begun.own);
    const { width, height } = isSame ? remembered.own : own;
    keepChoice({ ...kept, choice, own: { ...own, width, height } });
    const copyright = kept.keepCopyright ? { keep_copyright: true } : {};
    try {
      if (look === null) await downloadEntries(appId, [file]);
      else
        await saveConverted(appId, file, {
          ...(preset ? { preset: preset.preset_id } : queryOf(own)),
          ...copyright,
        });
      close();
    } catch (problem) {
      setRefusal(problem);
      setSaving(false);
    }
  };
  const message = isProblem(refusal) ? refusal.message : null;
  const isPending = presets.isPending;
  return {
    presets: items,
    isPending,
    kept: { ...kept, choice, own },
    look,
    source,
    fault,
    change,
    download,
    saving,
    refusal,
    message,
  };
}

function presetOf(choice: Choice, presets: readonly Preset[]): Preset | null {
  if (choice.kind !== 'preset') return null;
  return presets.find(({ preset_id }) => preset_id === choice.presetId) ?? null;
}

const isSameSize = (one: Look, other: Look) => one.width === other.width && one.height === other.height;

function sourceOf({ preview: { width, height, scales } }: Entry): Source | null {
  return width && height ? { width, height, scales } : null;
}

/** The frame in the picture's own shape, as large as its longest edge says. */
function shaped(look: Look, source: Source | null): Look {
  if (source === null) return look;
  const longest = Math.max(look.width ?? 0, look.height ?? 0);
  if (longest === 0) return { ...look, fit: 'contain' };
  const scale = longest / Math.max(source.width, source.height);
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { ...look, fit: 'contain', width: side(source.width), height: side(source.height) };
}
