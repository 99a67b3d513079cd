import { signsApart } from '../../platform/uploads/names';
import classes from './UploadQuestions.module.css';

/** A name with the signs marked that no name can have. */
export function MarkedName({ name }: { name: string }) {
  return signsApart(name).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never change places
      <mark key={at} className={classes['sign']}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
