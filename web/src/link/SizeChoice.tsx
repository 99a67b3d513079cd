/** @jsxImportSource preact */
import classes from './SizesDialog.module.css';

type Props = { name: string; facts: string; checked: boolean; choose: () => void };

/** One of the sizes, as a row. */
export function SizeChoice({ name, facts, checked, choose }: Props) {
  return (
    <label class={classes['choice']}>
      <input type="radio" name="size" checked={checked} onChange={choose} />
      <span class={classes['name']}>{name}</span>
      <span class={classes['facts']}>{facts}</span>
    </label>
  );
}
