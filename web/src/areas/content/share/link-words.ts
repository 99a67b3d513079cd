import type { TFunction } from 'i18next';
import { formatMoment } from '../../../platform/i18n/moments';
import type { Offer } from './link-offer';
import { endOf, type LinkOptions } from './link-options';
import type { ShareLink } from './links';

/** What is counted of a link; null where an entry of it is not the asker's to share. */
interface Counts {
  visits: number | null;
  downloads: number | null;
}

type Words = TFunction<readonly ['content_actions', 'content']>;

/** What a link is called: its label, or what it shows. */
export function titleOf(link: ShareLink, t: Words): string {
  if (link.label !== null) return link.label;
  const [first, ...others] = link.entries;
  if (first === undefined) return t('content_actions:link.unnamed');
  return others.length === 0
    ? first.name
    : t('content_actions:link.and_more', { name: first.name, count: others.length });
}

/** Links without a label to the same entries are told apart by when they were made. */
export function nameOf(link: ShareLink, t: Words, language: string): string {
  const title = titleOf(link, t);
  if (link.label !== null) return title;
  return t('content_actions:link.made_then', { title, moment: formatMoment(link.made_at, language) });
}

/** Who made it, and when. */
export function makerOf(link: ShareLink, isMine: boolean, t: Words, language: string): string {
  const moment = formatMoment(link.made_at, language);
  return isMine
    ? t('content_actions:link.made_by_you', { moment })
    : t('content_actions:link.made_by', { name: link.made_by.name, moment });
}

/** What became of it, in words. */
export function stateOf(link: ShareLink, t: Words, language: string): string {
  const moment = formatMoment(link.expires_at, language);
  const states = {
    active: () => t('content_actions:link.state.active', { moment }),
    expired: () => t('content_actions:link.state.expired', { moment }),
    used_up: () =>
      link.request === null
        ? t('content_actions:link.state.used_up', { count: link.download_limit ?? link.downloads ?? 0 })
        : t('content_actions:request.full'),
    revoked: () => t('content_actions:link.state.revoked'),
    closed: () => t('content_actions:link.state.closed', { name: link.made_by.name }),
    ended: () => t('content_actions:link.state.ended'),
  };
  return states[link.state]();
}

const WEEK = 7 * 86_400;

/** It ends within days: people who rely on it may want to know. */
export const endsSoon = ({ state, expires_at }: ShareLink, now: number): boolean =>
  state === 'active' && expires_at - now < WEEK;

/** How often it was used, and what it asks. */
export function factsOf(link: ShareLink & Offer, t: Words): string[] {
  const { download_limit: most, allowed_addresses: addresses, request } = link;
  const { visits, downloads }: Counts = link;
  const facts: (string | false)[] = [
    request !== null && t('content_actions:request.is'),
    typeof link.collection_id === 'number' && t('content_actions:link.is.following'),
    visits !== null && t('content_actions:link.visits', { count: visits }),
    request !== null &&
      t('content_actions:request.received_of', { count: request.received_files, most: request.file_limit }),
    request !== null && request.waiting > 0 && t('content_actions:request.waiting', { count: request.waiting }),
    link.may_download &&
      downloads !== null &&
      (most === null
        ? t('content_actions:link.downloads', { count: downloads })
        : t('content_actions:link.downloads_of', { count: downloads, most })),
    request === null &&
      !link.may_download &&
      t(link.watermark ? 'content_actions:link.is.watermark' : 'content_actions:link.is.view_only'),
    link.may_download && link.originals === false && t('content_actions:link.is.sizes_only'),
    link.has_password && t('content_actions:link.is.password'),
    addresses.length > 0 && t('content_actions:link.is.addresses', { count: addresses.length }),
  ];
  return facts.filter((fact) => fact !== false);
}

/** The options of a link that is about to be made, in a line. */
export function optionsInWords(options: LinkOptions, t: Words, language: string): string {
  const end = endOf(options);
  const facts: (string | false)[] = [
    end !== null && t('content_actions:link.state.active', { moment: formatMoment(end, language) }),
    options.asksPassword ? t('content_actions:link.is.password') : t('content_actions:link.is.open'),
    options.viewOnly &&
      t(options.watermark ? 'content_actions:link.is.watermark' : 'content_actions:link.is.view_only'),
    !options.viewOnly &&
      (options.gives === 'sizes' || options.gives === 'presets') &&
      t('content_actions:link.is.sizes_only'),
    options.request !== null &&
      t('content_actions:request.takes', {
        count: Number(options.request.files),
        gigabytes: Number(options.request.gigabytes),
      }),
  ];
  return facts.filter((fact) => fact !== false).join(' · ');
}
