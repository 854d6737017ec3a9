/** The headers on every file of the panel: what it may load and call, and who may frame it (nobody). */
import { Duration, Stack } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/**
 * A policy that lets the panel call its own origin and `endpoints`, and nobody else.
 *
 * There is no Cross-Origin-Opener-Policy: when a session has ended, admins sign in again in a second window, which visits
 * another origin before it notifies its opener.
 */
export function panelHeaders(scope: Construct, id: string, endpoints: readonly string[]): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, id, {
    // Names are unique in an account, and the same stage may be in two regions.
    responseHeadersPolicyName: `${Stack.of(scope).stackName}-${Stack.of(scope).region}`,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(endpoints), override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'permissions-policy', value: permissionsPolicy, override: true },
        { header: 'cross-origin-resource-policy', value: 'same-origin', override: true },
      ],
    },
  });
}

function contentSecurityPolicy(endpoints: readonly string[]): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...endpoints],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

/** The panel needs no device; it writes to the clipboard. */
const permissionsPolicy = [
  ...['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'publickey-credentials-get', 'usb'].map(
    (feature) => `${feature}=()`,
  ),
  'clipboard-write=(self)',
].join(', ');
