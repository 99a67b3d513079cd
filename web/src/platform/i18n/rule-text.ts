import i18next from 'i18next';

const prefix = 'form_rules.';

/**
 * The sentence for a form rule's key (`form_rules.min_length`, `{ name, min }`); any other text is a sentence already.
 */
export function ruleText(key: string, params: Record<string, unknown> = {}): string {
  if (!key.startsWith(prefix)) return key;
  return String(i18next.t(key.slice(prefix.length) as never, { ns: 'form_rules', ...params } as never));
}
