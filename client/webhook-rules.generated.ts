/** Rules for a webhook's fields, and the default delivery settings. Generated from `contract/` by `npm run generate`. */
export const webhookRules = {
  maxUrlLength: 2048,
  maxDescriptionLength: 200,
  maxEventPatterns: 50,
  maxEventPatternLength: 100,
  eventPrefix: /^[a-z0-9-]+(\.[A-Za-z0-9-]+){0,2}\.\*$/,
  eventName: /^[a-z0-9-]+(\.[A-Za-z0-9-]+){1,3}$/,
  maxHeaders: 20,
  maxHeaderValueLength: 1024,
  headerName: /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/,
  headerValue: /^[\x20-\x7e]*$/,
  reservedHeaders: ["accept-encoding","alt-used","connection","date","expect","forwarded","host","http2-settings","keep-alive","range","te","trailer","transfer-encoding","upgrade","user-agent","via"],
  reservedHeaderPrefixes: ["content-","proxy-","sec-","webhook-","x-forwarded-","x-legacy-","x-service-"],
  unsafeHeaderNames: ["__proto__","constructor","prototype"],
  maxNoticeAddresses: 10,
  maxNoticeAddressLength: 254,
  noticeAddress: /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/,
  noticeNames: ["webhook.didStruggle","webhook.didGoDown","webhook.didComeBack","webhook.willDisable","webhook.didDisable","webhook.didFailDeliveries","webhook.didRefuseSecret"],
  maxRotationHours: 168,
  defaultOverlapHours: 24,
  probeMaxSeconds: 300,
  disableAfterSeconds: 432000,
  attempts: 8,
  retrySeconds: 99305,
} as const;

/** Event names that are refused, each with the one to use instead. */
export const deprecatedEventNames: ReadonlyMap<string, string> = new Map([
  ["message.created","message.didCreate"],
  ["channel.created","channel.didCreate"],
  ["channel.joined","channel.didJoin"],
  ["channel.membersAdded","channel.didAddUsers"],
  ["v3.video-streaming.didRecord","video-streaming.didRecord"],
  ["v3.video-streaming.didStart","video-streaming.didStart"],
  ["v3.video-streaming.didStop","video-streaming.didStop"],
]);
