import { Skeleton as Bone, type SkeletonProps } from '@mantine/core';
import classes from './Skeleton.module.css';

/** A block where something is on its way, quieter than what will be there. */
export function Skeleton(props: SkeletonProps) {
  return <Bone classNames={{ root: classes['block'] ?? '' }} {...props} />;
}
