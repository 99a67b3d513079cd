import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Email = { to: string; subject: string; text: string };

const hexByte = /=([0-9A-F]{2})/g;

/** The text of a part, decoded from quoted-printable if necessary. */
function plainPart(source: string): string {
  const [, part = source] = /Content-Type: text\/plain.*?\r\n\r\n(.*?)\r\n--/s.exec(source) ?? [];
  if (!/Content-Transfer-Encoding: quoted-printable/.test(source)) return part;
  const bytes = part
    .replaceAll(/=\r\n/g, '')
    .replaceAll(hexByte, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function read(file: string): Email {
  const source = readFileSync(file, 'utf8');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(source)?.[1]?.trim() ?? '';
  return { to: header('To'), subject: header('Subject'), text: plainPart(source) };
}

/** The e-mails in the mail folder of the server's data, the newest last. */
function emailsTo(data: string, address: string): Email[] {
  const folder = join(data, 'mail');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.name.endsWith('.eml'));
  const sorted = names.map(({ name }) => name).sort();
  return sorted.map((name) => read(join(folder, name))).filter((email) => email.to.includes(address));
}

/** Waits for an e-mail to this address with a link to this page, and returns the newest link. */
export async function mailedLink(data: string, address: string, page: string): Promise<string> {
  for (let tries = 0; tries < 150; tries += 1) {
    const links = emailsTo(data, address).map((email) => /https?:\/\/\S+#\S+/.exec(email.text)?.[0] ?? '');
    const link = links.filter((found) => found.includes(`/${page}#`)).at(-1);
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 200)); // time: between two looks
  }
  throw new Error(`no e-mail to ${address} with a link to ${page}`);
}
