import { maskCnpj } from '../form/cnpj';
import classes from './Cnpj.module.css';

/** A company's number, always on one line. */
export function Cnpj({ value }: { value: string | null }) {
  return value === null ? '–' : <span className={classes['number']}>{maskCnpj(value)}</span>;
}
