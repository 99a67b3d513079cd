import { activity } from '../areas/activity/area';
import { billing } from '../areas/billing/area';
import { comments } from '../areas/comments/area';
import { content } from '../areas/content/area';
import { identity } from '../areas/identity/area';
import { reviews } from '../areas/reviews/area';
import { services } from '../areas/services/area';
import { systemLog } from '../areas/systemlog/area';
import { tenancy } from '../areas/tenancy/area';
import { usage } from '../areas/usage/area';

/** The areas of the page; each describes itself. */
export const areas = [
  tenancy,
  identity,
  content,
  comments,
  reviews,
  usage,
  billing,
  services,
  systemLog,
  activity,
] as const;
