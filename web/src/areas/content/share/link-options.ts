import type { Schema } from '../../../platform/api/client';
import { addDays, type Day, today } from '../../../platform/ui/date/calendar';
import { type Gives, givesOf, type Offer, offerOf } from './link-offer';
import type { NewLink, ShareLink } from './links';
import { listed } from './listed';
import {
  type RequestFault,
  type RequestField,
  type RequestOptions,
  requestBody,
  requestFaults,
  requestOf,
} from './request-options';

export interface WatermarkOptions {
  /** Empty: the name of the organisation. */
  text: string;
  /** With the day of the visit. */
  dated: boolean;
}

/** What a link asks and allows, as its form has it. */
export interface LinkOptions {
  label: string;
  day: Day | null;
  /** "18:30", by the clock of this device. */
  time: string;
  asksPassword: boolean;
  /** Of a link that has one, empty means: as it is. */
  password: string;
  /** Empty: no limit. */
  limit: number | string;
  /** Separated by commas or blanks. */
  addresses: string;
  viewOnly: boolean;
  /** Of a link from which something may be downloaded: what. */
  gives: Gives;
  /** Of a link that only shows: pictures have a text over them; null: they have none. */
  watermark: WatermarkOptions | null;
  /** It asks for files, and shows none: what it asks for. */
  request: RequestOptions | null;
}

/** The fields of the form by the server's names. */
export type LinkField =
  | 'label'
  | 'expires_at'
  | 'password'
  | 'download_limit'
  | 'allowed_addresses'
  | 'watermark'
  | RequestField;

export type LinkFault = 'mandatory' | 'past' | 'far' | 'short' | 'limit' | 'address' | 'many' | RequestFault;

export const SHORTEST_PASSWORD = 6;
export const MOST_ADDRESSES = 20;
const LASTS_DAYS = 30;
/** The server allows two years to the second. */
const MOST_DAYS = 729;

export const lastDay = (): Day => addDays(today(), MOST_DAYS);

/** Of a new link. */
export function freshOptions(): LinkOptions {
  return {
    ...{ label: '', day: addDays(today(), LASTS_DAYS), time: '23:59', asksPassword: false, password: '' },
    ...{ limit: '', addresses: '', viewOnly: false, gives: 'all', watermark: null, request: null },
  };
}

const two = (number: number) => String(number).padStart(2, '0');

export function optionsOf(link: ShareLink & Offer): LinkOptions {
  const end = new Date(link.expires_at * 1000);
  return {
    label: link.label ?? '',
    day: `${end.getFullYear()}-${two(end.getMonth() + 1)}-${two(end.getDate())}`,
    time: `${two(end.getHours())}:${two(end.getMinutes())}`,
    asksPassword: link.has_password,
    password: '',
    limit: link.download_limit ?? '',
    addresses: link.allowed_addresses.join(', '),
    viewOnly: !link.may_download,
    gives: givesOf(link),
    watermark: link.watermark && { text: link.watermark.text ?? '', dated: link.watermark.dated ?? false },
    request: link.request && requestOf(link.request),
  };
}

/** The end in seconds since 1970; null while there is no day or time. */
export function endOf({ day, time }: Pick<LinkOptions, 'day' | 'time'>): number | null {
  const end = day === null ? Number.NaN : new Date(`${day}T${time}`).getTime();
  return Number.isNaN(end) ? null : Math.floor(end / 1000);
}

/** What is wrong with the options; `kept` if the link has a password already. */
export function faultsOf(
  options: LinkOptions,
  now: number,
  { kept = false } = {},
): Partial<Record<LinkField, LinkFault>> {
  const { asksPassword, password, limit, viewOnly, request } = options;
  const end = endOf(options);
  const addresses = listed(options.addresses);
  const ends = end === null ? 'mandatory' : end <= now ? 'past' : (options.day ?? '') > lastDay() ? 'far' : null;
  const isShort = [...password].length < SHORTEST_PASSWORD && !(kept && password === '');
  const isCount = Number.isSafeInteger(Number(limit)) && Number(limit) >= 1;
  return {
    ...(ends !== null && { expires_at: ends }),
    ...(asksPassword && isShort && { password: 'short' as const }),
    ...(limit !== '' && !viewOnly && !isCount && { download_limit: 'limit' as const }),
    ...(request !== null && requestFaults(request)),
    ...(!addresses.every(isAddress) && { allowed_addresses: 'address' as const }),
    ...(addresses.length > MOST_ADDRESSES && { allowed_addresses: 'many' as const }),
  };
}

/** The options as the server takes them. */
export function bodyOf(options: LinkOptions): Omit<NewLink, 'node_ids'> & { expires_at: number } & Offer {
  const { label, asksPassword, password, limit, addresses, viewOnly, gives, request } = options;
  return {
    label: label.trim() === '' ? null : label.trim(),
    expires_at: endOf(options) ?? 0,
    // An empty password takes it away; of one that stays, nothing is said.
    ...(asksPassword ? password !== '' && { password } : { password: '' }),
    // Where nothing is downloaded it is not asked about, and comes back with downloads.
    ...(request === null && !viewOnly && { download_limit: limit === '' ? null : Number(limit) }),
    allowed_addresses: listed(addresses),
    ...(request === null
      ? { may_download: !viewOnly, ...offerOf(gives), watermark: watermarkOf(options) }
      : { request: requestBody(request) }),
  };
}

function watermarkOf({ viewOnly, watermark }: LinkOptions): Schema<'ShareLinkWatermark'> | null {
  if (!viewOnly || watermark === null) return null;
  const text = watermark.text.trim();
  return { text: text === '' ? null : text, dated: watermark.dated };
}

/** What somebody has changed, as the server takes it: others may have changed the rest meanwhile. */
export function changesOf(before: LinkOptions, after: LinkOptions): Partial<ReturnType<typeof bodyOf>> {
  const old = bodyOf(before);
  const wanted = bodyOf(after);
  return differing(wanted, old);
}

function differing<Fields extends object>(wanted: Fields, old: Fields): Partial<Fields> {
  const differs: Partial<Fields> = {};
  for (const field in wanted) {
    if (JSON.stringify(wanted[field]) !== JSON.stringify(old[field])) differs[field] = wanted[field];
  }
  return differs;
}

/** An address of the internet, or a network: "203.0.113.7", "2001:db8::/32". */
export function isAddress(text: string): boolean {
  const [address = '', bits, ...others] = text.split('/');
  if (others.length > 0) return false;
  const isShort = bits === undefined || /^\d{1,3}$/.test(bits);
  if (address.includes(':')) return isShort && Number(bits ?? 0) <= 128 && isVersion6(address);
  const parts = address.split('.');
  return (
    isShort &&
    Number(bits ?? 0) <= 32 &&
    parts.length === 4 &&
    parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

const isVersion6 = (address: string): boolean => /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]/`);

/** Letters and digits that nobody takes for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password to say on the phone: three groups of four, "k7mn-4pqx-w2ts". */
export function suggestPassword(random = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0): string {
  const letter = () => LETTERS[Math.floor((random() / 2 ** 32) * LETTERS.length)];
  const group = () => Array.from({ length: 4 }, letter).join('');
  return [group(), group(), group()].join('-');
}
