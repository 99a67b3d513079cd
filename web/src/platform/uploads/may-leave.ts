let question: (() => Promise<boolean>) | null = null;

/** Set while uploads run; returns a function that removes it. */
export function askBeforeLeaving(ask: () => Promise<boolean>): () => void {
  question = ask;
  return () => {
    if (question === ask) question = null;
  };
}

/** True if signing out now would lose nothing, or the user has agreed to it. */
export function mayLeave(): Promise<boolean> {
  return question ? question() : Promise.resolve(true);
}
