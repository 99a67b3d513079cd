import { Skeleton } from '../Skeleton';
import classes from './StripsSkeleton.module.css';

/** As large as a row of cards and the rows of pictures below it. */
export function StripsSkeleton() {
  return (
    <div className={classes['strips']} aria-hidden>
      <div className={classes['cards']}>
        {['first', 'second', 'third', 'fourth'].map((place) => (
          <Skeleton key={place} height={172} radius={14} />
        ))}
      </div>
      <Skeleton height={136} radius={8} />
      <Skeleton height={136} radius={8} />
    </div>
  );
}
