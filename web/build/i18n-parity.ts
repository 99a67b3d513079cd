import { existsSync, readFileSync } from 'node:fs';
import { fileOf, namespaces, namespacesOfPages, unread } from './texts.ts';

/** Every key exists in both languages with the same placeholders, none is empty, and every file is loaded. */

type Texts = { [key: string]: string | Texts };

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

function read(file: string): Map<string, string> {
  return flatten(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
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

/** What is wrong with the texts of a namespace. */
function compare(namespace: string): string[] {
  const [enFile, ptFile] = [fileOf('en', namespace), fileOf('pt', namespace)];
  const [en, pt] = [read(enFile), read(ptFile)];
  const complaints = [...en.keys()].filter((key) => !pt.has(key)).map((key) => `${ptFile}: ${key} is missing`);
  for (const [key, text] of pt) {
    const source = en.get(key) ?? en.get(english(key));
    if (source === undefined) complaints.push(`${enFile}: ${key} is missing`);
    else if (placeholders(source) !== placeholders(text)) complaints.push(`${ptFile}: ${key} has other placeholders`);
  }
  for (const [key, text] of [...en, ...pt]) if (text.trim() === '') complaints.push(`${namespace}: ${key} is empty`);
  return complaints;
}

const complaints = [
  ...unread.map((file) => `${file}: nothing loads a file of this name`),
  ...[...namespaces, ...namespacesOfPages].flatMap(compare),
];
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else console.log('en and pt say the same');
