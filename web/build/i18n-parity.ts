import { readdirSync, readFileSync } from 'node:fs';

/** Every key exists in both languages with the same placeholders, and none is empty. */

type Texts = { [key: string]: string | Texts };

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

function read(language: string, file: string): Map<string, string> {
  return flatten(JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8')));
}

function placeholders(text: string): string {
  return (text.match(/\{\{\s*\w+/g) ?? [])
    .map((found) => found.replace(/\W/g, ''))
    .sort()
    .join();
}

/** Portuguese has a plural form (`_many`) that English lacks. */
function english(key: string): string {
  return key.replace(/_many$/, '_other');
}

const complaints: string[] = [];
for (const file of readdirSync('locales/en')) {
  const en = read('en', file);
  const pt = read('pt', file);
  for (const key of en.keys()) if (!pt.has(key)) complaints.push(`pt/${file}: ${key} is missing`);
  for (const [key, text] of pt) {
    const source = en.get(key) ?? en.get(english(key));
    if (source === undefined) complaints.push(`en/${file}: ${key} is missing`);
    else if (placeholders(source) !== placeholders(text)) complaints.push(`${file}: ${key} has other placeholders`);
  }
  for (const [key, text] of [...en, ...pt]) if (text.trim() === '') complaints.push(`${file}: ${key} is empty`);
}

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else console.log('en and pt say the same');
