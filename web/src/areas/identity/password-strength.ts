export const passwordMin = 8;

/** 0: too short; 1: easy to guess, which the server refuses; 2 to 4: fair, good, strong. */
type Strength = 0 | 1 | 2 | 3 | 4;

export type Judge = (password: string, about: readonly string[]) => Strength;

/** The server looks no further either. */
const longest = 100;

/** What a guesser would try first: the words of a name and an e-mail, whole and in pieces, as the server takes them. */
export function wordsAbout(name: string, email: string): readonly string[] {
  return [...name.split(/\s+/), name, email, ...email.split(/[@.]/)].filter((word) => word !== '');
}

/**
 * The judgement that the server makes, by the same method and the same lists of words. They are large, so they are
 * fetched when somebody begins to choose a password.
 */
export async function loadJudge(): Promise<Judge> {
  const { default: zxcvbn } = await import('zxcvbn');
  return (password, about) => {
    if ([...password].length < passwordMin) return 0;
    // The years that the page's list knows end in 2019, and the server's go on.
    const known = password.slice(0, longest).replace(/202(?=\d)/g, '201');
    const { score } = zxcvbn(known, [...about]);
    return score === 0 ? 1 : score;
  };
}
