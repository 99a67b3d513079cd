import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Letter = { to: string; subject: string; text: string };

const hexByte = /=([0-9A-F]{2})/g;

/** A part as it was before it was made fit for mail: quoted-printable, or as it stands. */
function plainPart(source: string): string {
  const [, part = source] = /Content-Type: text\/plain.*?\r\n\r\n(.*?)\r\n--/s.exec(source) ?? [];
  if (!/Content-Transfer-Encoding: quoted-printable/.test(source)) return part;
  const bytes = part
    .replaceAll(/=\r\n/g, '')
    .replaceAll(hexByte, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function read(file: string): Letter {
  const source = readFileSync(file, 'utf8');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(source)?.[1]?.trim() ?? '';
  return { to: header('To'), subject: header('Subject'), text: plainPart(source) };
}

/** The letters in the mail folder of the server's data, the newest last. */
function lettersTo(data: string, address: string): Letter[] {
  const folder = join(data, 'mail');
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.name.endsWith('.eml'));
  const sorted = names.map(({ name }) => name).sort();
  return sorted.map((name) => read(join(folder, name))).filter((letter) => letter.to.includes(address));
}

/** The link in the newest letter to this address that has one on this page, once it is there. */
export async function mailedLink(data: string, address: string, page: string): Promise<string> {
  for (let tries = 0; tries < 150; tries += 1) {
    const links = lettersTo(data, address).map((letter) => /https?:\/\/\S+#\S+/.exec(letter.text)?.[0] ?? '');
    const link = links.filter((found) => found.includes(`/${page}#`)).at(-1);
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no letter to ${address} with a link to ${page}`);
}
