import type { Schema } from '../../../platform/api/client';
import { listed } from './listed';

/** What a link asks for, as its form has it. */
export interface RequestOptions {
  message: string;
  /** How many files it takes in all. */
  files: number | string;
  /** Of all files together. */
  gigabytes: number | string;
  /** Ends of names, separated by commas or blanks; empty: any file. */
  extensions: string;
}

/** The fields of the form by the server's names. */
export type RequestField = 'message' | 'file_limit' | 'byte_limit' | 'extensions';

export type RequestFault = 'files' | 'gigabytes' | 'extension' | 'many_extensions';

export const MOST_FILES = 10_000;
export const MOST_GIGABYTES = 1024;
export const MOST_EXTENSIONS = 40;
export const LONGEST_MESSAGE = 1000;
const GIGABYTE = 2 ** 30;

/** Kinds of files that are chosen with one click. */
export const kinds = {
  pictures: 'jpg, jpeg, png, gif, webp, heic, tif, tiff',
  films: 'mp4, mov, avi, mkv, webm',
  documents: 'pdf, doc, docx, odt, xls, xlsx, ods, ppt, pptx, odp, txt',
} as const;

export const freshRequest = (): RequestOptions => ({ message: '', files: 100, gigabytes: 10, extensions: '' });

export function requestOf(request: Schema<'ShareLinkRequest'>): RequestOptions {
  return {
    message: request.message ?? '',
    files: request.file_limit,
    gigabytes: request.byte_limit / GIGABYTE,
    extensions: request.extensions.join(', '),
  };
}

export function requestFaults({
  files,
  gigabytes,
  extensions,
}: RequestOptions): Partial<Record<RequestField, RequestFault>> {
  const count = Number(files);
  const isCount = Number.isSafeInteger(count) && count >= 1 && count <= MOST_FILES;
  const isSize = bytesOf(gigabytes) >= 1 && Number(gigabytes) <= MOST_GIGABYTES;
  const ends = listed(extensions);
  return {
    ...(!isCount && { file_limit: 'files' as const }),
    ...(!isSize && { byte_limit: 'gigabytes' as const }),
    ...(!ends.every(isExtension) && { extensions: 'extension' as const }),
    ...(ends.length > MOST_EXTENSIONS && { extensions: 'many_extensions' as const }),
  };
}

const isExtension = (text: string): boolean => /^\.?[\p{L}\p{N}]{1,10}$/u.test(text);

const bytesOf = (gigabytes: number | string): number => Math.round(Number(gigabytes) * GIGABYTE);

/** As the server takes it. */
export function requestBody({ message, files, gigabytes, extensions }: RequestOptions): Schema<'FileRequest'> {
  return {
    message: message.trim() === '' ? null : message.trim(),
    file_limit: Number(files),
    byte_limit: bytesOf(gigabytes),
    extensions: listed(extensions),
  };
}
