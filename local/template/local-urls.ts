/** Replaces the URLs that a template builds from AWS's domains, such as the panel's, by those of the local cloud. */

import { isList, isObject, type Json } from './json.ts';
import { LOCAL_REGION } from './names.ts';
import type { LocalAddresses } from './resource-type.ts';

const AWS_URL = new RegExp(
  String.raw`https://[\w-]+\.(cloudfront\.net|auth\.${LOCAL_REGION}\.amazoncognito\.com)`,
  'g',
);

/** `value` with the URLs replaced in every string that it contains. */
export function withLocalUrls(value: Json, addresses: LocalAddresses): Json {
  if (typeof value === 'string') return replaceUrls(value, addresses);
  if (isList(value)) return value.map((item) => withLocalUrls(item, addresses));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withLocalUrls(member, addresses)]));
}

export const replaceUrls = (text: string, { gateway, identity }: LocalAddresses): string =>
  text.replaceAll(AWS_URL, (_url, domain: string) => (domain.startsWith('auth.') ? identity : gateway));
