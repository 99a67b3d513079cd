import { ChoiceField } from '../../platform/ui/form/fields';
import { languageCodes } from './language-choice';

type Props = { label: string; description?: string };

/** The language of an invited user, in the field `language`, by its number. */
export function LanguageField(props: Props) {
  const options = languageCodes.map(({ code, name }) => ({ value: code, label: name }));
  return <ChoiceField {...props} name="language" required options={options} />;
}
