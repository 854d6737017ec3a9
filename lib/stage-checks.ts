/** Refuses a stage whose numbers do not fit together. */
import * as v from 'valibot';
import { DeliverySettings } from '../contract/delivery-settings.ts';
import { DAY_SECONDS } from '../contract/durations.ts';
import { isRequestQuota, quotaNames, quotas } from '../contract/quotas.ts';
import { DEFAULT_PREFIX, LOCAL_STAGE, StageNamePart } from '../contract/stages.ts';
import { LEAST_AUDIT_DAYS, longestRetention, type Retention } from '../contract/tables.ts';
import type { StageConfig } from './config.ts';
import { refuseTooMuchConcurrency } from './needed-concurrency.ts';

/** Throws an error that names the setting and what it must be. */
export function refuseUnfitStage(config: StageConfig): void {
  refuseUnfitName(config);
  refuseUnfitNumbers(config);
  refuseTooMuchConcurrency(config);
  refuseUnfitRetention(config);
  refuseUnfitOrigins(config);
  refuseUnfitDomain(config);
  refuseUnfitZones(config);
  const { network, highest } = config.quotas;
  for (const quota of quotaNames) {
    const { smallest } = quotas[quota];
    if (network[quota] < smallest || network[quota] > highest[quota])
      throw new Error(`${config.name}: quotas.network.${quota} must be from ${smallest} to ${highest[quota]}.`);
  }
  const { requestsPerSecond } = config.api.throttle;
  for (const quota of quotaNames.filter(isRequestQuota)) {
    if (highest[quota] > requestsPerSecond)
      throw new Error(`${config.name}: quotas.highest.${quota} must be at most api.throttle.requestsPerSecond.`);
  }
}

/** Throws where names of resources would be too long, or have characters that AWS refuses. */
function refuseUnfitName({ name, prefix = DEFAULT_PREFIX }: StageConfig): void {
  for (const [setting, value] of Object.entries({ name, prefix })) {
    const parsed = v.safeParse(StageNamePart, value);
    if (parsed.success) continue;
    throw new Error(`${name}: ${setting} ${parsed.issues[0].message}, not ${JSON.stringify(value)}.`);
  }
  // https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-assign-domain-prefix.html
  if (/aws|amazon|cognito/.test(prefix))
    throw new Error(
      `${name}: prefix must not contain aws, amazon or cognito: Cognito refuses them in a sign-in page's address.`,
    );
}

/** Throws where a number is outside of what AWS accepts, or of what the specification promises. */
function refuseUnfitNumbers({ name, api, concurrency, delivery, memory }: StageConfig): void {
  const { authorizerCacheSeconds, maxTokenDays, firewall } = api;
  within('api.authorizerCacheSeconds', authorizerCacheSeconds, 0, 60);
  within('api.maxTokenDays', maxTokenDays, 1);
  within('api.firewall.requestsPerFiveMinutesAndAddress', firewall?.requestsPerFiveMinutesAndAddress, 10);
  within('concurrency.batchesPerShard', concurrency.batchesPerShard, 1, 10);
  for (const [lane, value] of Object.entries(delivery.concurrency))
    within(`delivery.concurrency.${lane}`, value, 2, 1_000);
  for (const [functions, value] of Object.entries(memory)) within(`memory.${functions}`, value, 128, 10_240);

  function within(setting: string, value: number | undefined, least: number, most = Number.POSITIVE_INFINITY): void {
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
    const upTo = most === Number.POSITIVE_INFINITY ? 'on' : `to ${most}`;
    throw new Error(`${name}: ${setting} must be a whole number from ${least} ${upTo}, not ${value}.`);
  }
}

/** A receiver can ask for twice a planned delay (lambdas/deliveries/delivery.ts). */
const LONGEST_DELAY = 2;

/** The days for which an event may be needed: while its receiver is down, and then for a whole schedule. */
export function leastEventDays(delivery: StageConfig['delivery']): number {
  const { disableAfterSeconds, retryDelaysSeconds } = v.parse(DeliverySettings, delivery.settings ?? {});
  const schedule = retryDelaysSeconds.reduce((sum, delay) => sum + delay * LONGEST_DELAY, 0);
  return Math.max(1, Math.ceil((disableAfterSeconds + schedule) / DAY_SECONDS));
}

/** Throws an error that names the setting, its bounds, and the reason. */
function refuseUnfitRetention({ name, delivery, retention }: StageConfig): void {
  const { eventDays } = retention;
  const least = leastEventDays(delivery);
  within('eventDays', least, 'events are needed while receivers are down, and until the retry schedule has ended');
  // A delivery that expires while it waits would never be sent.
  within('deliveryDays', eventDays, 'a delivery must not expire before its event');
  within('auditDays', LEAST_AUDIT_DAYS, 'changes are looked up when their effects show');

  function within(setting: keyof Retention, lowest: number, why: string): void {
    const value = retention[setting];
    const highest = longestRetention[setting];
    if (Number.isInteger(value) && value >= lowest && value <= highest) return;
    throw new Error(
      `${name}: retention.${setting} must be whole days from ${lowest} to ${highest}, not ${value}: ${why}, and the specification promises no more.`,
    );
  }
}

/** The most origins and their longest: CloudFront bounds the header that has all of them. */
const MAX_EMBED_ORIGINS = 10;
const MAX_ORIGIN_LENGTH = 100;

/** Throws unless each is exactly one origin: a wildcard, for one, would let strangers frame the panel. */
function refuseUnfitOrigins({ name, panel, api: { corsOrigins } }: StageConfig): void {
  const embedOrigins = panel.enabled ? (panel.embedOrigins ?? []) : [];
  if (embedOrigins.length > MAX_EMBED_ORIGINS)
    throw new Error(
      `${name}: panel.embedOrigins must have at most ${MAX_EMBED_ORIGINS} origins, not ${embedOrigins.length}.`,
    );
  const isForAll = corsOrigins.includes('*');
  if (panel.enabled && !isForAll && panel.url === undefined && panel.domain === undefined)
    throw new Error(
      `${name}: if api.corsOrigins is not ["*"], panel.url or panel.domain must name the address of the panel.`,
    );
  const origins = [...embedOrigins, ...(isForAll ? [] : corsOrigins)];
  const shape =
    name === LOCAL_STAGE
      ? /^(https:\/\/[a-z0-9.-]+|http:\/\/(127\.0\.0\.1|localhost))(:\d+)?$/
      : /^https:\/\/[a-z0-9.-]+(:\d+)?$/;
  const wrong = origins.find(
    (origin) => origin.length > MAX_ORIGIN_LENGTH || !shape.test(origin) || URL.parse(origin)?.origin !== origin,
  );
  if (wrong === undefined) return;
  const where = embedOrigins.includes(wrong) ? 'panel.embedOrigins' : 'api.corsOrigins';
  throw new Error(`${name}: ${where} must be origins such as https://console.example.com, not ${wrong}.`);
}

/** Names that API Gateway takes: no capital letter and no underscore (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigatewayv2-domainname.html). */
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
const CERTIFICATE = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/.+$/;

/** Throws unless the API has a domain of its own, and a certificate in the region that AWS requires. */
function refuseUnfitDomain({ name: stage, api: { domain, firewall }, panel }: StageConfig): void {
  if (domain === undefined) return;
  const { name, certificateArn } = domain;
  if (!DOMAIN.test(name))
    throw new Error(`${stage}: api.domain.name must be a host such as api.example.com, not ${name}.`);
  if (panel.enabled && panel.domain?.name === name)
    throw new Error(`${stage}: api.domain and panel.domain must have different names.`);
  if (!CERTIFICATE.test(certificateArn))
    throw new Error(
      `${stage}: api.domain.certificateArn must be the ARN of a certificate of ACM, not ${certificateArn}.`,
    );
  if (firewall && !certificateArn.includes(':acm:us-east-1:'))
    throw new Error(
      `${stage}: with api.firewall, the certificate of api.domain must be in us-east-1, because CloudFront accepts no other.`,
    );
}

/** Throws if there are zones but no VPC, or if there are not two different zones. */
function refuseUnfitZones({ name, delivery: { staticAddresses, zones } }: StageConfig): void {
  if (zones === undefined) return;
  if (!staticAddresses) throw new Error(`${name}: delivery.zones needs delivery.staticAddresses: true.`);
  if (zones.length !== 2 || zones[0] === zones[1])
    throw new Error(`${name}: delivery.zones must be two different availability zones, not ${zones.join(', ')}.`);
}
