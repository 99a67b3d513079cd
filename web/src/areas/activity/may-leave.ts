let question: (() => Promise<boolean>) | null = null;

/** Set while uploads run; returns the way to take it back. */
export function askBeforeLeaving(ask: () => Promise<boolean>): () => void {
  question = ask;
  return () => {
    if (question === ask) question = null;
  };
}

/** True when nothing would be lost by signing out now, or the person said that it may be. */
export function mayLeave(): Promise<boolean> {
  return question ? question() : Promise.resolve(true);
}
