import * as z from 'zod/mini';
import { mandatory } from '../../../platform/ui/form/rules';
import { isValidName } from '../entry-name';

/** A name that an entry can have too: the title of a repository, and its folder. */
export function folderName() {
  return mandatory().check(
    z.refine((name) => name === '' || isValidName(name), { error: 'form_rules.invalid_filename' }),
  );
}
