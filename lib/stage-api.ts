/** The settings of a stage's HTTP API. */

/** Settings of the HTTP API. */
export interface ApiConfig {
  /**
   * Seconds for which API Gateway caches the authorizer's results, 0 to 60. A revoked key still works for that long.
   * @default 60
   */
  readonly authorizerCacheSeconds: number;
  /**
   * Origins whose pages may call the API, besides that of the panel, such as `https://app.example.com`. `*` stands for
   * all origins, and is safe because tokens are never in cookies. If you name single origins, `panel.url` or
   * `panel.domain` is needed as well.
   * @default ["*"]
   */
  readonly corsOrigins: readonly [string, ...string[]];
  /** API Gateway's throttle, of each route by itself and not of all routes together. */
  readonly throttle: Throttle;
  /**
   * How many days ahead the expiry of an access token may be when it is used; at least 1.
   * @default 30
   */
  readonly maxTokenDays: number;
  /**
   * CloudFront and AWS WAF in front of the API, in us-east-1 only.
   * @default none
   */
  readonly firewall?: FirewallConfig;
  /**
   * The host name of the base URL. Without it, AWS gives the API a name, which is lost when the stack is deleted.
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
   * A certificate for the name, in the region of the stage. A stage with a firewall is in us-east-1.
   * @default none
   */
  readonly certificateArn: string;
}

/** CloudFront and AWS WAF in front of the API (the page Access of the specification). */
export interface FirewallConfig {
  /**
   * The most requests of one IP address in five minutes; at least 10. A customer's own back end, and all users of one mobile
   * network, may have one address.
   * @default 100000
   */
  readonly requestsPerFiveMinutesAndAddress?: number;
  /**
   * Whether callers may go around the firewall, to API Gateway itself. When you add a firewall, set `allowed` until all
   * callers use the base URL of the firewall, and then `refused`. Before you remove the firewall, set `allowed` again, and
   * wait until no caller uses the base URL of the firewall, because this URL ends with the firewall. `sps deploy` gives
   * the panel the base URL of API Gateway before it removes the firewall. With `api.domain` the base URL stays the same, and only its
   * DNS record changes.
   * @default none
   */
  readonly directCalls: 'allowed' | 'refused';
}

/** API Gateway's token bucket (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html). */
export interface Throttle {
  /**
   * Requests per second to each route. It is at most the quota of the account in its region. By default that quota is
   * 10,000, or 2,500 in some regions (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
   * @default 5000
   */
  readonly requestsPerSecond: number;
  /**
   * Requests to each route that may come at the same time.
   * @default 5000
   */
  readonly burst: number;
}
