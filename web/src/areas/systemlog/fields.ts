/** Fields that have a text; the others (colours of a theme, fields of a later version) are shown by their names. */
const fields = [
  'access_url',
  'active',
  'admin',
  'admin_of',
  'amount',
  'app_instance_ids',
  'application_instance_ids',
  'application_instance_title',
  'application_key',
  'balance',
  'balance_limit',
  'client_id',
  'cnpj',
  'company',
  'company_id',
  'created',
  'email',
  'emails',
  'external_id',
  'failed',
  'flaw',
  'font',
  'group_title',
  'has_avatar',
  'has_config',
  'hash',
  'issuer',
  'key',
  'language',
  'link',
  'logo',
  'manager',
  'master',
  'member',
  'members',
  'monthly_credit',
  'name',
  'note',
  'parent_id',
  'reason',
  'reset_pwd',
  'second_factor_removed',
  'size',
  'subject',
  'taken_at',
  'theme',
  'theme_title',
  'time_zone',
  'title',
  'type_of_billing',
  'user_group_id',
  'user_group_ids',
  'users_id',
  'users_ids',
] as const;

export function knownField(field: string): (typeof fields)[number] | undefined {
  return fields.find((one) => one === field);
}

/** Fields that are true or false; elsewhere "true" may be a user's text. */
const yesOrNo: readonly string[] = [
  'active',
  'admin',
  'created',
  'has_avatar',
  'has_config',
  'manager',
  'master',
  'reset_pwd',
  'second_factor_removed',
];

const values = {
  'flaw missing': 'values.missing',
  'flaw other_bytes': 'values.other_bytes',
  'reason code': 'values.wrong_code',
  'reason credentials': 'values.wrong_password',
  'reason locked': 'values.locked',
  'reason password': 'values.wrong_password',
} as const;

function isKnown(word: string): word is keyof typeof values {
  return Object.hasOwn(values, word);
}

/** The text of a value that is a word of the server; any other is shown as it is. */
export function knownValue(field: string, value: string) {
  if (yesOrNo.includes(field) && value === 'true') return 'values.yes';
  if (yesOrNo.includes(field) && value === 'false') return 'values.no';
  const word = `${field} ${value}`;
  return isKnown(word) ? values[word] : undefined;
}
