/** Pixels that a label needs, and a dot. */
const LABEL = 18;
const DOT = 6;

/** What stands for each mark of a rail: its label if there is space, or a dot; nothing under the pill at `pill`. */
export function railLabels(
  marks: readonly { at: number; major: boolean }[],
  pill: number,
): readonly ('label' | 'dot' | 'none')[] {
  const taken: number[] = [pill];
  const free = (at: number, space: number) => taken.every((one) => Math.abs(one - at) >= space);
  const kinds = marks.map(() => 'none' as 'label' | 'dot' | 'none');
  const give = (kind: 'label' | 'dot', space: number, wanted: (mark: { major: boolean }) => boolean) => {
    marks.forEach((mark, index) => {
      if (kinds[index] !== 'none' || !wanted(mark) || !free(mark.at, space)) return;
      kinds[index] = kind;
      taken.push(mark.at);
    });
  };
  give('label', LABEL, ({ major }) => major);
  give('label', LABEL, ({ major }) => !major);
  give('dot', DOT + LABEL / 3, () => true);
  return kinds;
}
