/** URLs that a template builds from a resource's id and AWS's domains, such as CDK's `HttpApi.url`: where they lead here. */
import type { LocalAddresses } from './attributes.ts';
import { isList, isObject, type Json } from './json.ts';
import { LOCAL_REGION } from './names.ts';

const HOSTS = new RegExp(
  String.raw`https://[\w-]+\.(execute-api\.${LOCAL_REGION}\.amazonaws\.com|cloudfront\.net|auth\.${LOCAL_REGION}\.amazoncognito\.com)`,
  'g',
);

/** `value` with these URLs replaced in all of its texts. */
export function withLocalUrls(value: Json, addresses: LocalAddresses): Json {
  if (typeof value === 'string') return inText(value, addresses);
  if (isList(value)) return value.map((item) => withLocalUrls(item, addresses));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withLocalUrls(member, addresses)]));
}

const inText = (text: string, { api, identity }: LocalAddresses): string =>
  text.replaceAll(HOSTS, (_url, host: string) => (host.startsWith('auth.') ? identity : api));
