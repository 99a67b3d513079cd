import * as z from 'zod/mini';
import { mandatory } from '../../../platform/ui/form/rules';
import { isValidName } from '../browser/entry-name';

/** A name that is valid for entries too: the title of a repository, and its folder. */
export function folderName(error = 'form_rules.invalid_filename') {
  return mandatory().check(z.refine((name) => name === '' || isValidName(name), { error }));
}
