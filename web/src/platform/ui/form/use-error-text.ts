import { useTranslation } from 'react-i18next';
import { ruleText } from '../../i18n/rule-text';

/** The sentence for a field's message: a rule's key with its parameters, or a sentence of the server's. */
export function useErrorText() {
  useTranslation('form_rules');
  return (message: string | undefined): string | undefined => {
    if (message === undefined || message === '') return undefined;
    const at = message.indexOf('?{');
    return at < 0 ? ruleText(message) : ruleText(message.slice(0, at), JSON.parse(message.slice(at + 1)));
  };
}
