/**
 * What the fields of requests and responses mean, for the OpenAPI document, the API reference and the client's types.
 * No function loads it.
 *
 * Each entry has a sentence and an example, which values that are named one by one don't need. A field is looked up as
 * `<schema or operation>.<name>`, then by its name alone, then by the name of its own schema.
 */
import type { toJsonSchema } from '@valibot/to-json-schema';
import { placeholders } from './examples.ts';
import { quotas } from './quotas.ts';

/** A value of JSON Schema. */
export type Json = NonNullable<ReturnType<typeof toJsonSchema>['examples']>[number];
type Meaning = readonly [sentence: string, example?: Json];

const time = (sentence: string, example = '2026-03-02T09:15:00.000Z'): Meaning => [`${sentence} ISO 8601.`, example];
const count = (sentence: string, example = 1): Meaning => [sentence, example];
const { webhookId, deliveryId, networkId, eventId, hour, receiverUrl } = placeholders;

const PAGE_END: Meaning = ['Where the page ends: pass it to get the next one. The last page has none.', deliveryId];
const FEATURE = 'Whether the feature is on:';

export const fields: Readonly<Record<string, Meaning>> = {
  // Ids and names
  webhookId: ['The id of the webhook.', webhookId],
  'AuditEntry.webhookId': ['The webhook that it was done to; absent if it was done to the network.', webhookId],
  'listAudit.webhookId': ['Only entries about this webhook, even if it was deleted.', webhookId],
  deliveryId: ['The id of the delivery: always the same for an event and a webhook.', deliveryId],
  'AuditEntry.deliveryId': ['The delivery that was replayed; present if the action is `deliveryReplayed`.', deliveryId],
  eventId: ['The id of the event, unique in its network for 30 days.', eventId],
  event: ['The name of the event.', 'channel.didCreate'],
  'listDeliveries.event': ['Only deliveries of events with this name.', 'channel.didCreate'],
  'listNetworkDeliveries.event': ['Only deliveries of events with this name.', 'channel.didCreate'],
  'recoverDeliveries.event': ['Only events with this name.', 'channel.didCreate'],
  'listEvents.userId': ['Only events in whose payload some value is this text. A request looks at 100 events.', 'ada'],
  'listEvents.event': ['Only events with this name.', 'channel.didCreate'],
  'sendTestEvent.event': ['The name of the event to send.', 'channel.didCreate'],
  networkId: ['The id of the network (tenant).', networkId],
  userId: ['The id of the user.', 'ada'],
  name: ['The user id in the token of an admin or a server, or the name of an operator.', 'ada'],
  'on-behalf-of': ['The user for whom a token of the role `server` calls; every such call needs it.', 'ada'],
  id: ['The id of the event. An event with an id that was accepted before is a duplicate.', eventId],
  'ingestEvents.id': [
    'The id of the event, by which repetitions are recognized; made by the service if absent.',
    eventId,
  ],
  // Blocking
  blockUserId: ['The user to block or unblock.', 'grace'],
  BlockUserId: ['A user id; an integer means its decimal text.', 'grace'],
  blocked_userId: ['The blocked user.', 'grace'],
  netid_uid: ['The network and the user who blocked, as `<networkId>_<userId>`.', 'demo_ada'],
  withHideMode: ['Whether the response is to have `hideMode`.', true],
  paginationToken: ['Where the page ends: pass it back unchanged to get the next one. The last page has none.'],
  PaginationToken: ['The token of the page before. `{}`, `""` and `null` mean the first page.'],
  checkList: ['The authors of the content. Repeat the parameter for each.', ['grace', 'linus']],
  actorId: ['The user whose blocks with the others are looked up, such as the author of a message.', 'ada'],
  userIds: ['The other users, such as the members of a channel.', ['grace', 'linus']],
  hasBlocked: ['Whether this user has blocked the actor.'],
  isBlocked: ['Whether the actor has blocked this user.'],
  // Activity
  createdAt: time('When it was created.'),
  'ActivityPosition.createdAt': time('When it happened, with microseconds.', '2024-02-28T12:00:00.000123Z'),
  'ActivityRecord.createdAt': time('When it happened, with microseconds.', '2024-02-28T12:00:00.000123Z'),
  'listActivities.createdAt': time('`start.createdAt` of the page before.', '2024-02-28T12:00:00.000123Z'),
  networkId_userId: ['The network and the user who acted, as `<networkId>_<userId>`.', 'demo_ada'],
  'listActivities.networkId_userId': ['`start.networkId_userId` of the page before.', 'demo_ada'],
  targetId: ['The id of what was acted on.', 'post-1'],
  targetType: ['What was acted on.'],
  objectId: ['The id of the reaction or comment.', 'reaction-1'],
  objectType: ['`comment`, or `reaction_` and the type of the reaction.', 'reaction_like'],
  parentType: ['What the target belongs to.'],
  parentId: ['The id of the post that the target is, or belongs to.', 'post-1'],
  'ActivityRecord.action': ['Present if the reaction or comment was removed.'],
  'listActivities.start': ['Where the page ends: pass its members to get the next one. The last page has none.'],
  'listActivities.data': ['The records, newest first.'],
  // Events
  events: ['Names of events, or patterns such as `channel.*`, that the webhook asks for.', ['v3.post.*']],
  'ingestEvents.events': ['The events.'],
  data: ['The payload of the event, which receivers get as it is here.', { userId: 'ada' }],
  'sendTestEvent.data': ["The payload, in place of the event type's sample.", { userId: 'ada' }],
  'Error.data': ['What else is known about the error.'],
  occurredAt: time('When it happened, according to the platform; the time of acceptance if absent.'),
  acceptedAt: time('When the service accepted the event.'),
  payload: [
    'The exact text that the receiver gets; absent once the event has expired.',
    '{"event":"app.opened","data":{}}',
  ],
  keys: ['The documented members of `data`.', ['channel', 'users', 'userIds']],
  sample: ['A `data` that the service accepts.', { channel: { channelId: 'channel-hiking' } }],
  schema: ['The JSON Schema (draft 2020-12) of the documented `data`.', { type: 'object' }],
  'listEventTypes.description': ['What the event means.', 'A channel was created.'],
  'showEvent.webhooks': ['What came of the event at each webhook.'],
  'showEvent.deliveries': ['The deliveries of the event.'],
  EventOutcome: [
    '`delivery`: it is among the deliveries. `not_asked`: the webhook did not exist then, or no pattern of it matches. `filtered_out`: its filter left the event out. `no_delivery`: none was made yet, or the webhook was disabled.',
  ],
  'ingestEvents.status': ['`duplicate`: an event with this id was accepted before, and this one is ignored.'],
  // Webhooks
  url: ['Where events are posted to. A webhook has either `url` or `eventBus`.', receiverUrl],
  eventBus: [
    'The ARN of the EventBridge bus that events are put on.',
    'arn:aws:events:eu-west-1:111122223333:event-bus/community',
  ],
  filter: [
    'Which of these events are delivered: an event pattern of Amazon EventBridge. Absent or null for all.',
    { data: { channelId: ['c1'] } },
  ],
  description: ['A text for people.', 'Analytics'],
  headers: ['Headers that every request to the receiver has in addition.', { 'x-api-key': 'a key of the receiver' }],
  legacySignature: ['Whether each request is followed by one with the header `x-legacy-signature`.'],
  enabled: ['Whether events are sent.'],
  WebhookState: [
    '`struggling`: a notable share of the recent attempts failed. `down`: none succeeds, and single requests probe the receiver. `disabled`: nothing is sent.',
  ],
  DisabledReason: [
    'Present while the state is `disabled`. `admin`: by an admin. `gone`: the receiver responded with 410. `failing`: every attempt failed for days.',
  ],
  failingSince: time('Since when every attempt has failed.'),
  downSince: time('Since when the receiver has been down; present while the state is `down`.'),
  nextProbeAt: time('When the receiver is probed next, if an event waits; present while the state is `down`.'),
  updatedAt: time('When the configuration or the secrets were last changed.'),
  updatedBy: ['Who made the last change of the configuration or the secrets.'],
  secret: ['The secret that requests are signed with.', 'whsec_dGhpcyBpcyBhIHNlY3JldCBmb3IgdGhlIGV4YW1wbGU='],
  secrets: ['The secrets, newest first.'],
  activeFrom: time('From when the secret signs.'),
  expiresAt: time('Until when the secret signs; absent if that has no end.'),
  warnings: ['What to know about the number of webhooks.', ['The network has 11 webhooks; 10 are recommended.']],
  takesEffectInHours: count('Hours until the new secret signs.'),
  overlapHours: count('Hours for which the other secrets sign beside the new one.', 24),
  // Deliveries
  DeliveryState: ['`retrying`: another attempt follows.'],
  'recoverDeliveries.state': ['Which deliveries to send again; with `failed` also events without a delivery.'],
  DeliveryClass: ['How the attempt ended.'],
  DeliveryStanding: ['How the last attempt ended, or why there was none.'],
  attemptCount: count('The attempts so far.'),
  attempts: ['The latest 24 attempts, oldest first.'],
  lastAttemptAt: time('When the last attempt began; absent if there was none.'),
  nextAttemptAt: time('When the next attempt is due; absent if it waits for the receiver.'),
  isTest: ['True if it is a test event, which recoveries and the ledger leave out; absent otherwise.'],
  leftOut: ["True if the webhook's patterns or filter leave such an event out; absent otherwise."],
  number: count('The number of the attempt, from 1.'),
  startedAt: time('When the attempt began.'),
  milliseconds: count('How long it took, in milliseconds.', 87),
  statusCode: count("The HTTP status of the receiver's response; absent if none arrived.", 200),
  'listDeliveries.statusCode': count('Only deliveries whose last attempt got this HTTP status.', 503),
  'listNetworkDeliveries.statusCode': count('Only deliveries whose last attempt got this HTTP status.', 503),
  'recoverDeliveries.statusCode': count('Only deliveries whose last attempt got this HTTP status.', 503),
  errorCode: [
    'The code of the error that ended it, by OpenSSL, Node.js or the operating system, such as `CERT_HAS_EXPIRED`; absent where a complete response or the time-out did.',
    'CERT_HAS_EXPIRED',
  ],
  remoteAddress: ['The address that the request went to.', '203.0.113.7'],
  responseStart: ['The first 1 KiB of the response.', '{}'],
  responseHeaders: [
    'The headers of a response that was not 2xx, as at most 1,024 characters of lines without `Set-Cookie`; only of the latest attempt.',
    'content-type: text/html',
  ],
  dryRun: ['Sends nothing, and counts what would be sent.', false],
  askedAt: time(
    'With `dryRun`: `progress.at` of a recovery, or of a dry run before it. What was sent since is counted in `progress`.',
  ),
  progress: ['What has become of the deliveries of that time that recoveries have sent since `askedAt`.'],
  'recoverDeliveries.at': time('When they were counted.'),
  waiting: count('Deliveries that wait for their turn, or for the receiver.', 0),
  'recoverDeliveries.delivered': count('Deliveries that were attempted, and delivered.', 0),
  'recoverDeliveries.failed': count('Deliveries of which an attempt has failed, or that have failed without one.', 0),
  ended: ['True once nothing of what was counted will be sent or waits, or the webhook is disabled.', false],
  recovering: [
    'How many will be sent, or `started` if it takes too long to count them. With `dryRun` it is a number, which lacks what was accepted after `countedUntil`.',
    12,
  ],
  countedUntil: time('With `dryRun`: up to when events are counted; absent if all are.'),
  'recoverDeliveries.start': [
    'With `dryRun`: where to go on counting; absent if all are counted. Pass it in a dry run of the same time, and add what that returns.',
    deliveryId,
  ],
  question: ['What was tried.'],
  CheckupVerdict: ['`warning`: something is at risk. `failed`: events are lost, or forged ones accepted.'],
  finding: ['What was seen, in a sentence.', 'A valid request was accepted.'],
  fix: ['What to do; absent where nothing is.', 'Respond with 200 before you process the event.'],
  delivered: count('Attempts that succeeded.'),
  failed: count('Attempts that failed.', 0),
  p50: count('The estimated median of the time that attempts took, in milliseconds; absent if there was none.', 87),
  p95: count('The same for the 95th percentile.', 87),
  'HourlyCounts.hour': time('When the hour began.', '2026-03-02T09:00:00.000Z'),
  hourlyDelivered: ['Attempts that succeeded, hour by hour; the last is the current one.', [0, 118]],
  hourlyFailed: ['Attempts that failed, hour by hour; the last is the current one.', [0, 2]],
  'showWebhookStatistics.hours': ['The hours, oldest first; as a parameter, how many of them.', 24],
  'showStatistics.hours': ['The hours, oldest first; as a parameter, how many of them.', 24],
  failuresByResult: ['Failed attempts by status code, if that is a frequent one, or else by class.', { '503': 2 }],
  failuresByEvent: [
    'Failed attempts by the name of the event; `other` are those that the catalogue does not have.',
    { 'message.didCreate': 2 },
  ],
  // Ledger
  hour: ['The hour, in UTC, in which the events were accepted.', hour],
  after: ['Only deliveries behind this id; from the start of the hour if absent.', deliveryId],
  'readLedger.until': ['Only deliveries up to this id; to the end of the hour if absent.', deliveryId],
  'reconcileLedger.until': ['Only deliveries up to this id; to the end of the hour if absent.', deliveryId],
  slices: ['The parts of the hour, in ascending order.'],
  count: count('The deliveries of the slice.'),
  digest: [
    'Hexadecimal SHA-256 of the ids in ascending order, each followed by a line feed.',
    '388d9f34ffc3822d59c9776e5b4ccaa3ab4386da6b998f6b1587e80d09641163',
  ],
  open: ['Whether something of this part of the hour may still be on its way.'],
  next: ['Where the response ends: ask again with it as `after`. Absent if it is complete.', deliveryId],
  deliveryIds: ['The ids that the receiver has.', [deliveryId]],
  readAt: time('When the receiver read its ids: what was attempted after that is not missing.'),
  missing: ['What the receiver lacks.'],
  unknown: ['Ids that the ledger does not have, such as those of test events.', [deliveryId]],
  outcome: [
    '`sending`: it is sent now. `retrying`: a retry is due anyway. `just_attempted`: it was attempted a moment ago. `webhook_disabled`: nothing is sent.',
  ],
  // Users' data
  'exportUser.blocks': ['Whom the user has blocked.'],
  'exportUser.activities': ['The activity records of the user.'],
  pageToken: ['Where the page ends: pass it to get the next one. The last page has none.', 'blocks:grace'],
  'eraseUser.status': ['`success`: nothing is left. `pending`: something may be left, so erase again.'],
  removed: ['What this request has removed.'],
  'eraseUser.blocks': count('Blocks of others by the user.', 0),
  blockedBy: count('Blocks of the user by others.', 0),
  'eraseUser.activities': count('Activity records.'),
  markers: count('Markers of comments that were recorded.', 0),
  auditEntries: count('Entries of the audit trail that were about the user: they stay, without the id.', 0),
  left: ['Of what something may be left.', []],
  // Network
  features: ['Which features are on.'],
  blockUser: [`${FEATURE} blocking.`],
  userActivity: [`${FEATURE} activity.`],
  'NetworkFeatures.webhooks': [`${FEATURE} webhooks.`],
  HideMode: [
    "`blocker`: a block hides the blocked user's content from the blocker. `mutual`: and the other way round.",
  ],
  activityRetentionDays: count('Days after which activity records expire; absent if they never do.', 365),
  quotas: ['How much the network may use.'],
  ...Object.fromEntries(
    Object.entries(quotas).map(([name, { counts, limitSeconds, smallest }]) => [
      `QuotaLimits.${name}`,
      count(`The most a ${limitSeconds === 1 ? 'second' : 'minute'}: ${counts}.`, smallest),
    ]),
  ),
  signingKeys: ["The live keys that sign users' tokens, oldest first, without their secrets."],
  keyId: ['The id of the key, which tokens name as `kid`.', '20261122-0123456789abcdef'],
  entryId: ['The id of the entry. Ids ascend with time.', '019cadc39fa07f00a1b2c3d4e5f60718'],
  at: time('When it was done.'),
  by: ['Who did it.'],
  ActorKind: [
    "`admin`: of the network. `operator`: of this stage, with the command line. `server`: the network's back end. `service`: the service by itself.",
  ],
  AuditAction: ['What was done.'],
  changes: ['The fields that have changed.'],
  field: ['The name of the field.', 'description'],
  from: ['The value before; absent if there was none or it is secret.', 'Analytics'],
  to: ['The value after; absent if there is none or it is secret.', 'Analytics and search'],
  address: ['The address that gets notices from now on.', 'on-call@example.com'],
  'sendTestNotice.addresses': ['Who gets the mail.', ['on-call@example.com']],
  addresses: ['The e-mail addresses that get notices.', ['on-call@example.com']],
  unconfirmed: ['Addresses that get nothing yet, since their owners have not confirmed them.', ['on-call@example.com']],
  today: ['What was sent on this UTC day.'],
  mails: count('Mails with notices.', 0),
  heldBack: count('Notices that were not mailed, because there were too many.', 0),
  sender: ['The address that mails come from; absent in a stage that sends none.', 'notices@example.com'],
  token: ['The token of the link in the mail.', 'kJ3vXq9Tn2LwZc8RbY5mHs7PdF4gKa1VtQe6UxNoWi0'],
  branding: ['How the network looks in the admin panel, as far as an operator has set it.'],
  'Branding.name': ['The name that is shown.', 'Riverside'],
  logo: ['The logo, as a `data:` URL.', 'data:image/png;base64,iVBORw0KGgo='],
  accent: ['The accent colour.'],
  light: ['In light mode.', '#0b6e4f'],
  dark: ['In dark mode.', '#2bb98a'],
  // Admin links
  user: ['The person whom the link signs in, as the audit trail is to name them.', 'ada'],
  'createAdminLink.role': ['What the person may do.'],
  sessionSeconds: count('For how long the person is signed in, from the opening of the link.', 3_600),
  link: [
    "The link; absent in a stage that does not know its panel's URL: that URL, `#link=` and the code.",
    'https://panel.example.com/admin/#link=Zt8Qm2Xr5Vb9Lc3Ks7Hp1Wd6Fy4Gj0Na-TeUiOoPqRs',
  ],
  'createAdminLink.code': ['What the panel redeems.', 'Zt8Qm2Xr5Vb9Lc3Ks7Hp1Wd6Fy4Gj0Na-TeUiOoPqRs'],
  'createAdminLink.expiresAt': time('Until when the link can be opened.'),
  'redeemAdminLink.code': ['The code of the link.', 'Zt8Qm2Xr5Vb9Lc3Ks7Hp1Wd6Fy4Gj0Na-TeUiOoPqRs'],
  attempt: ['A random text, the same in repetitions of the request.', '3f9c1b7e-52d4-4a8e-9c06-7d1e5a2b8f40'],
  'redeemAdminLink.token': ['An access token of the person.', 'eyJhbGciOiJIUzI1NiIs…'],
  // Pages, results and errors
  results: ['The results.'],
  'checkAudience.results': ['By user id: the blocks between that user and the actor.'],
  limit: count('The most entries of a page.', 20),
  start: PAGE_END,
  'listAudit.start': [PAGE_END[0], '019cadc39fa07f00a1b2c3d4e5f60718'],
  since: time('The earliest time, inclusive.'),
  until: time('The latest time, inclusive; now if absent.'),
  status: ['What came of the request.'],
  code: count('The code of the error.', 400_000),
  message: ['What is wrong and what to do, for people.', 'blockUserId is missing; it must be the id of another user'],
  detail: ['Every problem of the request.', ['limit must be an integer from 1 to 50']],
  openapi: ['The version of the OpenAPI specification.', '3.1.0'],
};

/** What a field means; `type` is the name of its schema, if it has one. Throws if it has no entry. */
export function meaningOf(owner: string, name: string, type?: string): Meaning {
  const meaning = fields[`${owner}.${name}`] ?? fields[name] ?? (type === undefined ? undefined : fields[type]);
  if (meaning === undefined) throw new Error(`The field ${name} of ${owner} needs a sentence in contract/fields.ts.`);
  return meaning;
}

/** What a named schema means, if its name does not say it. */
export const sentenceOf = (type: string): string | undefined => fields[type]?.[0];
