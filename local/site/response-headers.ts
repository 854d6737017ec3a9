/** The headers that the distribution's policy adds to every response. */
import type { HeadersPolicyProperties } from '../template/site-types.ts';

/** Lower-case names. `Strict-Transport-Security` is left out: it has no meaning without TLS. */
export function headersOf({ ResponseHeadersPolicyConfig }: HeadersPolicyProperties): Readonly<Record<string, string>> {
  const { CustomHeadersConfig: custom, SecurityHeadersConfig: security } = ResponseHeadersPolicyConfig;
  return {
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': security.FrameOptions.FrameOption,
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value])),
  };
}
