/** The settings of a stage's HTTP API. */

/** Settings of the HTTP API. */
export interface ApiConfig {
  /**
   * Seconds for which API Gateway caches the authorizer's results, 0 to 60: so long a revoked key still works.
   * @default 60
   */
  readonly authorizerCacheSeconds: number;
  /**
   * Origins that may call from a browser, besides the panel's, as `https://app.example.com`; `*` stands for any. Tokens
   * are never in cookies. Single origins need `panel.url` or `panel.domain`.
   * @default ["*"]
   */
  readonly corsOrigins: readonly [string, ...string[]];
  /** API Gateway's throttle, of each route by itself and not of all routes together. */
  readonly throttle: Throttle;
  /**
   * The longest lifetime of an access token, in days from now, from 1.
   * @default 30
   */
  readonly maxTokenDays: number;
  /**
   * CloudFront and AWS WAF in front of the API, in us-east-1 only.
   * @default none
   */
  readonly firewall?: FirewallConfig;
  /**
   * The host of the base URL; without it, a name of AWS's that is gone with the stack.
   * @default none
   */
  readonly domain?: ApiDomain;
}

/** A domain name for the API. Its DNS record is created by hand, and points to the output `ApiHostName`. */
export interface ApiDomain {
  /**
   * The name, such as `api.example.com`.
   * @default none
   */
  readonly name: string;
  /**
   * A certificate for the name in the region of the stage, which is us-east-1 where it has a firewall.
   * @default none
   */
  readonly certificateArn: string;
}

/** CloudFront and AWS WAF in front of the API (the page Access of the specification). */
export interface FirewallConfig {
  /**
   * The most requests of one IP address in five minutes, from 10. A customer's own back end, and all users of one mobile
   * network, may have one address.
   * @default 100000
   */
  readonly requestsPerFiveMinutesAndAddress?: number;
  /**
   * Whether API Gateway itself may still be called: `allowed` until all callers use the new base URL, and again, until
   * none does, before the firewall is removed: its URL ends with it, and the panel moves first. With `api.domain` the URL
   * stays, and moves with its DNS record.
   * @default none
   */
  readonly directCalls: 'allowed' | 'refused';
}

/** API Gateway's token bucket (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html). */
export interface Throttle {
  /**
   * Requests a second, of each route; at most what the account has in its region, 10,000 unless raised.
   * @default 5000
   */
  readonly requestsPerSecond: number;
  /**
   * Requests that may come at once.
   * @default 5000
   */
  readonly burst: number;
}
