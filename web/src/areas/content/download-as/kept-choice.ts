import type { Fit, Format, Look, Source } from './look';

const KEY = 'downloadAs';

/** What was chosen: the file as it is, a preset by its number, or a size of one's own. */
export type Choice = { kind: 'original' } | { kind: 'preset'; presetId: number } | { kind: 'own' };

/** What this device remembers of the last download. */
export type KeptChoice = { choice: Choice; own: Look; linked: boolean; keepCopyright: boolean };

const USUAL: KeptChoice = {
  choice: { kind: 'own' },
  own: { width: 1600, height: 1600, fit: 'contain', format: 'jpeg', quality: 85, background: null, enlarge: false },
  linked: true,
  keepCopyright: true,
};

const fits: readonly unknown[] = ['contain', 'cover', 'pad'] satisfies Fit[];
const formats: readonly unknown[] = ['jpeg', 'png', 'webp'] satisfies Format[];

const isSide = (value: unknown): value is number | null => value === null || typeof value === 'number';

function isLook(value: unknown): value is Look {
  if (typeof value !== 'object' || value === null) return false;
  const look = value as Record<string, unknown>;
  const { width, height, fit, format, quality, background, enlarge } = look;
  return (
    isSide(width) &&
    isSide(height) &&
    fits.includes(fit) &&
    formats.includes(format) &&
    typeof quality === 'number' &&
    (background === null || typeof background === 'string') &&
    typeof enlarge === 'boolean'
  );
}

function choiceOf(value: unknown): Choice {
  const { kind, presetId } = (value ?? {}) as Record<string, unknown>;
  if (kind === 'original') return { kind };
  if (kind === 'preset' && typeof presetId === 'number') return { kind, presetId };
  return { kind: 'own' };
}

export function keptChoice(): KeptChoice {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return USUAL;
    const { choice, own, linked, keepCopyright } = kept as Record<string, unknown>;
    if (!isLook(own)) return USUAL;
    return { choice: choiceOf(choice), own, linked: linked !== false, keepCopyright: keepCopyright !== false };
  } catch {
    return USUAL;
  }
}

/** A size that keeps the picture's proportions begins with no more pixels than the picture has. */
export function withinSource(kept: KeptChoice, source: Source | null): KeptChoice {
  const { own, linked } = kept;
  if (!linked || own.enlarge || source === null || source.scales) return kept;
  const most = Math.max(source.width, source.height);
  const within = (side: number | null) => (side === null ? null : Math.min(side, most));
  return { ...kept, own: { ...own, width: within(own.width), height: within(own.height) } };
}

export function keepChoice(kept: KeptChoice): void {
  localStorage.setItem(KEY, JSON.stringify(kept));
}
