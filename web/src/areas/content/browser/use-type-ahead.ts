import { useRef } from 'react';
import type { Entry } from '../queries';
import { typedTo } from './type-ahead';

/** Letters that follow each other within this time are one word. */
const TOGETHER_MS = 900;

interface Props {
  entries: readonly Entry[];
  focusIndex: number;
  go: (index: number) => void;
}

/** Goes to a name that is typed. `goesOn`: whether a press belongs to the word that is being typed. */
export function useTypeAhead({ entries, focusIndex, go }: Props) {
  const typed = useRef({ word: '', at: 0 });
  const goesOn = ({ key, timeStamp }: KeyboardEvent) =>
    typed.current.word !== '' && key.length === 1 && timeStamp - typed.current.at < TOGETHER_MS;
  const type = (event: KeyboardEvent): boolean => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
    const word = goesOn(event) ? typed.current.word + key : key;
    if (word.trim() === '') return false;
    const names = entries.map(({ name }) => name);
    const index = typedTo(names, word, focusIndex);
    // What leads nowhere begins no word, so that the next letter is a key again.
    typed.current = { word: index === null && word.length === 1 ? '' : word, at: timeStamp };
    if (index !== null) go(index);
    return index !== null || word.length > 1;
  };
  return { goesOn, type };
}
