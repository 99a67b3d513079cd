import { Skeleton as Bone, type SkeletonProps } from '@mantine/core';
import classes from './Skeleton.module.css';

/** A placeholder block for something that is loading. */
export function Skeleton(props: SkeletonProps) {
  return <Bone classNames={{ root: classes['block'] ?? '' }} {...props} />;
}
