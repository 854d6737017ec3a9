/** The headers that the distribution's policy puts on every answer. */
import type { HeadersPolicyProperties } from '../template/site-types.ts';

/** Lower-case names. `Strict-Transport-Security` is left out: it has no meaning without TLS. */
export function headersOf({ ResponseHeadersPolicyConfig }: HeadersPolicyProperties): Readonly<Record<string, string>> {
  const { CustomHeadersConfig: custom, SecurityHeadersConfig: security } = ResponseHeadersPolicyConfig;
  const standard: Readonly<Record<string, string | undefined>> = {
    'content-security-policy': security?.ContentSecurityPolicy?.ContentSecurityPolicy,
    'x-content-type-options': security?.ContentTypeOptions === undefined ? undefined : 'nosniff',
    'x-frame-options': security?.FrameOptions?.FrameOption,
    'referrer-policy': security?.ReferrerPolicy?.ReferrerPolicy,
  };
  const own = (custom?.Items ?? []).map(({ Header, Value }) => [Header.toLowerCase(), Value] as const);
  const given = Object.entries(standard).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries([...given, ...own]);
}
