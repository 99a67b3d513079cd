import * as z from 'zod/mini';
import commonWords from './common-words.txt?raw';

export const passwordMin = 8;

/** After the words that an attacker tries first are removed, a password must have this many different characters. */
const differentMin = 6;

/** 0: too short; 1: easy to guess, which the server refuses; 2 to 4: fair, good, strong. */
type Strength = 0 | 1 | 2 | 3 | 4;

export type Judge = (password: string, about: readonly string[]) => Strength;

/** The server has the same limit. */
const longest = 100;

/**
 * Words that an attacker would try first: those of a name, an e-mail and an organisation, whole and in parts, as on the
 * server.
 */
export function wordsAbout(name: string, email: string, organisation: readonly string[] = []): readonly string[] {
  const ofOrganisation = organisation.flatMap((title) => [...title.split(/\s+/), title]);
  return [...name.split(/\s+/), name, email, ...email.split(/[@.]/), ...ofOrganisation].filter((word) => word !== '');
}

/** The server's comparison: without case, accents and other marks. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const lookalikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

function bare(word: string): string {
  return fold(word).replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Nothing but known words, years and a few characters: an attacker who knows the person and the product tries it early.
 */
function isMadeOfKnownWords(password: string, about: readonly string[]): boolean {
  const known = [...about.map(bare), ...commonWords.split('\n')].filter((word) => word.length > 2);
  known.sort((one, other) => other.length - one.length);
  const plain = fold(password);
  const read = [...plain].map((letter) => lookalikes[letter] ?? letter).join('');
  return [plain, read].some((text) => {
    const rest = known.reduce((left, word) => left.replaceAll(word, ''), text).replace(/(?:19|20)[0-9]{2}/g, '');
    return new Set(rest).size < differentMin;
  });
}

/**
 * The same check as on the server, by the same method and the same lists of words. They are large, so they are loaded
 * when a user begins to choose a password.
 */
export async function loadJudge(): Promise<Judge> {
  const { default: zxcvbn } = await import('zxcvbn');
  return (password, about) => {
    if ([...password].length < passwordMin) return 0;
    if (isMadeOfKnownWords(password, about)) return 1;
    // The library's list of years ends in 2019, and the server's does not.
    const known = password.slice(0, longest).replace(/202(?=\d)/g, '201');
    const { score } = zxcvbn(known, [...about]);
    return score === 0 ? 1 : score;
  };
}

/** Refuses in the form what the server would refuse; if the lists fail to load, only the server judges. */
export function hardToGuess<Field extends string, Form extends Record<Field, string>>(
  field: Field,
  about: (form: Form) => readonly string[] = () => [],
) {
  return z.refine<Form>(
    async (form) => {
      const password = form[field];
      if ([...password].length < passwordMin) return true;
      if (isMadeOfKnownWords(password, about(form))) return false;
      const judge = await loadJudge().catch(() => null);
      return judge === null || judge(password, about(form)) > 1;
    },
    { error: 'form_rules.weak_password', path: [field] },
  );
}
