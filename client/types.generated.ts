/** Types of requests and responses. Generated from `contract/` by `npm run generate`. */

export type ActivityPosition = { createdAt: string; networkId_userId: string };

export type ActivityRecord = { createdAt: string; networkId_userId: string; targetId: string; targetType: 'post' | 'comment'; objectId: string; objectType: 'comment' | `reaction_${string}`; parentType: 'post'; parentId: string; action?: 'removed' | undefined };

export type Actor = { kind: ActorKind; name?: string | undefined };

export type ActorKind = 'admin' | 'operator' | 'server' | 'service';

export type Attempt = { number: number; startedAt: string; milliseconds: number; class: DeliveryClass; statusCode?: number | undefined; remoteAddress?: string | undefined; responseStart?: string | undefined; responseHeaders?: string | undefined };

export type AuditAction = 'webhookCreated' | 'webhookUpdated' | 'webhookDisabled' | 'webhookDeleted' | 'secretRotated' | 'secretRevealed' | 'testEventSent' | 'receiverCheckedUp' | 'deliveryReplayed' | 'deliveriesRecovered' | 'retriedNow' | 'noticeAddressesChanged' | 'networkCreated' | 'networkChanged' | 'networkDeleted' | 'networkKeyAdded' | 'networkKeyRemoved' | 'networkKeyRevealed' | 'usersErased';

export type AuditChange = { field: string; from?: string | undefined; to?: string | undefined };

export type AuditEntry = { entryId: string; at: string; by: Actor; action: AuditAction; webhookId?: string | undefined; deliveryId?: string | undefined; changes: Array<AuditChange> };

export type BlockedUser = { blocked_userId: string; netid_uid: string };

export type CheckupQuestion = 'accepts_valid' | 'refuses_wrong_signature' | 'refuses_old_timestamp' | 'accepts_repetition' | 'accepts_other_order' | 'accepts_rotation' | 'accepts_legacy' | 'accepts_large' | 'is_quick';

export type CheckupResult = { question: CheckupQuestion; verdict: CheckupVerdict; finding: string; fix?: string | undefined; class?: DeliveryClass | undefined; statusCode?: number | undefined; milliseconds?: number | undefined };

export type CheckupVerdict = 'passed' | 'warning' | 'failed' | 'skipped';

export type DeliveryClass = 'delivered' | 'http_4xx' | 'http_5xx' | 'aborted' | 'redirect' | 'timeout' | 'connection_refused' | 'connection_reset' | 'unreachable' | 'dns' | 'tls' | 'blocked_address' | 'too_large' | 'invalid_response' | 'bus_denied' | 'bus_not_found' | 'bus_throttled' | 'bus_too_large' | 'not_sent';

export type DeliveryDetail = { deliveryId: string; eventId: string; event: string; state: DeliveryState; attemptCount: number; createdAt: string; lastAttemptAt?: string | undefined; nextAttemptAt?: string | undefined; class: DeliveryStanding; statusCode?: number | undefined; isTest?: true | undefined; payload?: string | undefined; attempts: Array<Attempt> };

export type DeliveryOfWebhook = { webhookId: string; deliveryId: string; eventId: string; event: string; state: DeliveryState; attemptCount: number; createdAt: string; lastAttemptAt?: string | undefined; nextAttemptAt?: string | undefined; class: DeliveryStanding; statusCode?: number | undefined; isTest?: true | undefined };

export type DeliveryStanding = 'delivered' | 'http_4xx' | 'http_5xx' | 'aborted' | 'redirect' | 'timeout' | 'connection_refused' | 'connection_reset' | 'unreachable' | 'dns' | 'tls' | 'blocked_address' | 'too_large' | 'invalid_response' | 'bus_denied' | 'bus_not_found' | 'bus_throttled' | 'bus_too_large' | 'not_sent' | 'receiver_down' | 'window_full' | 'webhook_disabled' | 'event_expired';

export type DeliveryState = 'delivered' | 'retrying' | 'failed';

export type DeliverySummary = { deliveryId: string; eventId: string; event: string; state: DeliveryState; attemptCount: number; createdAt: string; lastAttemptAt?: string | undefined; nextAttemptAt?: string | undefined; class: DeliveryStanding; statusCode?: number | undefined; isTest?: true | undefined };

export type DisabledReason = 'admin' | 'gone' | 'failing';

export type EventOutcome = 'delivery' | 'not_asked' | 'filtered_out' | 'no_delivery';

export type HideMode = 'blocker' | 'mutual';

export type HourlyCounts = { hour: string; delivered: number; failed: number; p50?: number | undefined; p95?: number | undefined };

export type NetworkResponse = { networkId: string; features: { blockUser: boolean; userActivity: boolean; webhooks: boolean }; hideMode: HideMode; activityRetentionDays?: number | undefined; quotas: { reads: number; writes: number; ingest: number; administration: number; changes: number; ledger: number; userData: number; events: number; deliveries: number; ingestBytes: number; testEvents: number }; signingKeys: Array<{ keyId: string; createdAt: string }> };

export type Recovering = number | 'started';

export type WebhookAnswer = { webhookId: string; url?: string | undefined; eventBus?: string | undefined; events: Array<string>; filter?: Record<string, unknown> | undefined; description: string; headers: { [name: string]: string }; legacySignature: boolean; enabled: boolean; state: WebhookState; disabledReason?: DisabledReason | undefined; failingSince?: string | undefined; downSince?: string | undefined; nextProbeAt?: string | undefined; createdAt: string; updatedAt: string; updatedBy?: Actor | undefined };

export type WebhookCounts = { webhookId: string; delivered: number; failed: number; p50?: number | undefined; p95?: number | undefined };

export type WebhookSecret = { secret: string; activeFrom: string; expiresAt?: string | undefined };

export type WebhookState = 'active' | 'struggling' | 'down' | 'disabled';

export type Feature = 'blockUser' | 'userActivity' | 'webhooks';

/** The request and the response of each operation, by its `operationId`. */
export interface Operations {
  /** Block a user. The current user blocks one other user. Blocking a user who is blocked already changes nothing. */
  readonly blockUser: {
    readonly request: { readonly body: {
      /** Must be the id of another user: a non-empty string of at most 128 UTF-8 bytes without control characters, or a safe integer. */ readonly blockUserId: string | number } };
    readonly response: { status: 'success' };
  };
  /** Unblock a user. The current user unblocks one user. Unblocking a user who is not blocked changes nothing. */
  readonly unblockUser: {
    readonly request: { readonly body: {
      /** Must be the id of another user: a non-empty string of at most 128 UTF-8 bytes without control characters, or a safe integer. */ readonly blockUserId: string | number } };
    readonly response: { status: 'success' };
  };
  /** List blocked users. The users whom the current user has blocked, in ascending order of their ids, 20 on a page. The last page has no paginationToken. */
  readonly listBlockedUsers: {
    readonly request: { readonly body?: {
      /** Must be the paginationToken of the previous page: an object with the strings netid_uid and blocked_userId, or its JSON text. */ readonly paginationToken?: string | { readonly [name: string]: unknown } | null | undefined } | undefined };
    readonly response: { results: Array<BlockedUser>; paginationToken?: BlockedUser | undefined };
  };
  /** Check whether content should be hidden. For each requested user id, whether that user's content is to be hidden from the current user. */
  readonly checkHidden: {
    readonly request: { readonly query: { readonly checkList: ReadonlyArray<string> } };
    readonly response: { [name: string]: boolean };
  };
  /** Check the blocks between a user and others. For each of userIds: hasBlocked, whether that user has blocked the actor; and isBlocked, whether the actor has blocked that user. Between the actor and itself both are false. */
  readonly checkAudience: {
    readonly request: { readonly body: {
      /** Must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters. */ readonly actorId: string;
      /** Must be a list of 1 to 100 distinct user ids. */ readonly userIds: ReadonlyArray<string> } };
    readonly response: { results: { [name: string]: { hasBlocked: boolean; isBlocked: boolean } } };
  };
  /** Retrieve user activities. The current user's reactions, comments and replies, and their removals, newest first. The last page has no start. */
  readonly listActivities: {
    readonly request: { readonly query?: { readonly limit?: number | undefined; readonly createdAt?: string | undefined; readonly networkId_userId?: string | undefined } | undefined };
    readonly response: { data: Array<ActivityRecord>; start?: ActivityPosition | undefined };
  };
  /** Post events of the platform. Accepts 1 to 100 events. An accepted event is stored; it becomes an activity record if it describes an action, and is delivered to every webhook with a pattern that matches its name. If one event is malformed, none is accepted. */
  readonly ingestEvents: {
    readonly request: { readonly body: {
      /** Must be an array of 1 to 100 events. */ readonly events: ReadonlyArray<{
      /** Must be an event id: a string of 1 to 64 characters without control characters. */ readonly id?: string | undefined;
      /** Must be an event name such as channel.didCreate: 2 to 4 parts joined by dots, the first in lower case, at most 100 characters. */ readonly event: string;
      /** Must be a JSON object. */ readonly data: Readonly<Record<string, unknown>>;
      /** Must be an ISO 8601 time stamp with a zone, such as 2024-02-28T12:00:00.000Z, between 1970 and a day ahead of now. */ readonly occurredAt?: string | undefined }> } };
    readonly response: { results: Array<{ id: string; status: 'accepted' | 'duplicate' }> };
  };
  /** List events. The events of the last 30 days that were accepted, the newest first; notices of the service only where `event` names one. since and until bound the time of acceptance, both inclusive. An event is listed within a few seconds. With `event` a page can have fewer than limit. The last page has no start. `/events/{eventId}` shows what came of one. */
  readonly listEvents: {
    readonly request: { readonly query?: { readonly since?: string | undefined; readonly until?: string | undefined; readonly event?: string | undefined; readonly limit?: number | undefined; readonly start?: string | undefined } | undefined };
    readonly response: { results: Array<{ id: string; event: string; acceptedAt: string }>; start?: string | undefined };
  };
  /** List event types. Every event name of the catalogue: what the platform emits, with a sample and a JSON Schema (draft 2020-12) of its `data`. The schema is documentation: only its required members are checked when events are posted. Other well-formed names are accepted and delivered, too. */
  readonly listEventTypes: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: { results: Array<{ event: string; description: string; keys: Array<string>; sample: { [name: string]: unknown }; schema: { [name: string]: unknown } }> };
  };
  /** Create a webhook. From now on events are posted to the URL, or put on the EventBridge bus with the ARN `eventBus`: it has one of both. The response has the secret, which no other one has but those of `/webhooks/{webhookId}/secret`. With more than 10 webhooks in the network it has a warning, too; the 51st is refused with 403. */
  readonly createWebhook: {
    readonly request: { readonly body?: {
      /** Must be the https URL that events are posted to: at most 2048 characters, without user name, password or spaces. */ readonly url?: string | undefined;
      /** Must be the ARN of an EventBridge bus, such as arn:aws:events:eu-west-1:111122223333:event-bus/community. */ readonly eventBus?: string | undefined;
      /** Must be an array of 1 to 50 event patterns, such as ["channel.*","message.didCreate"]. */ readonly events?: ReadonlyArray<string> | undefined;
      /** Must be an event pattern of Amazon EventBridge over event and data, such as {"data":{"channelId":["c1"]}}, of at most 4096 bytes; or null. */ readonly filter?: Readonly<Record<string, unknown>> | null | undefined;
      /** Must be a text of at most 200 characters, without control characters, line breaks and marks that change the direction of text. */ readonly description?: string | undefined;
      /** Must be an object of at most 20 header names and values. */ readonly headers?: Readonly<Record<string, unknown>> | undefined;
      /** Must be true or false. */ readonly legacySignature?: boolean | undefined;
      /** Must be true or false. */ readonly enabled?: boolean | undefined } | undefined };
    readonly response: { webhookId: string; url?: string | undefined; eventBus?: string | undefined; events: Array<string>; filter?: Record<string, unknown> | undefined; description: string; headers: { [name: string]: string }; legacySignature: boolean; enabled: boolean; state: WebhookState; disabledReason?: DisabledReason | undefined; failingSince?: string | undefined; downSince?: string | undefined; nextProbeAt?: string | undefined; createdAt: string; updatedAt: string; updatedBy?: Actor | undefined; secret: string; warnings?: Array<string> | undefined };
  };
  /** List webhooks. Every webhook of the network, the oldest first. */
  readonly listWebhooks: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: { results: Array<WebhookAnswer>; warnings?: Array<string> | undefined };
  };
  /** Show a webhook. One webhook, without its secret. */
  readonly showWebhook: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string } };
    readonly response: WebhookAnswer;
  };
  /** Change a webhook. Changes the given fields and leaves the others. Within 5 s every request follows the change, retries included. Enabling a disabled webhook clears its record of failures. */
  readonly updateWebhook: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string }; readonly body?: {
      /** Must be the https URL that events are posted to: at most 2048 characters, without user name, password or spaces. */ readonly url?: string | undefined;
      /** Must be the ARN of an EventBridge bus, such as arn:aws:events:eu-west-1:111122223333:event-bus/community. */ readonly eventBus?: string | undefined;
      /** Must be an array of 1 to 50 event patterns, such as ["channel.*","message.didCreate"]. */ readonly events?: ReadonlyArray<string> | undefined;
      /** Must be an event pattern of Amazon EventBridge over event and data, such as {"data":{"channelId":["c1"]}}, of at most 4096 bytes; or null. */ readonly filter?: Readonly<Record<string, unknown>> | null | undefined;
      /** Must be a text of at most 200 characters, without control characters, line breaks and marks that change the direction of text. */ readonly description?: string | undefined;
      /** Must be an object of at most 20 header names and values. */ readonly headers?: Readonly<Record<string, unknown>> | undefined;
      /** Must be true or false. */ readonly legacySignature?: boolean | undefined;
      /** Must be true or false. */ readonly enabled?: boolean | undefined } | undefined };
    readonly response: WebhookAnswer;
  };
  /** Delete a webhook. Deletes a webhook and its secrets. Pending deliveries to it are not sent any more. */
  readonly deleteWebhook: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string } };
    readonly response: { status: 'success' };
  };
  /** Reveal the secrets of a webhook. The secrets that sign requests now or later: usually one, more during a rotation. x-service-signature is made with the newest active one, webhook-signature with every active one. */
  readonly revealSecret: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string } };
    readonly response: { secrets: Array<WebhookSecret> };
  };
  /** Rotate the secret of a webhook. Creates a secret that takes effect after `takesEffectInHours` (0 by default). The others sign beside it for `overlapHours` more (24 by default). A rotation that has not taken effect yet is replaced. At most 3 secrets are stored. The body may be left out. */
  readonly rotateSecret: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string }; readonly body?: {
      /** Must be a number of hours from 0 to 168. */ readonly takesEffectInHours?: number | undefined;
      /** Must be a number of hours from 0 to 168. */ readonly overlapHours?: number | undefined } | undefined };
    readonly response: { secrets: Array<WebhookSecret> };
  };
  /** Send a test event. Sends the sample of an event type (`channel.didCreate` unless `event` names another), or `data` in place of the sample, once and returns the attempt, whatever its outcome. The request is signed like any other, sent even if the webhook is disabled or does not ask for such an event (`leftOut` says so), and never repeated. It is in the log, marked as a test, but not in the statistics, and does not change the webhook's state. The body may be left out. */
  readonly sendTestEvent: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string }; readonly body?: {
      /** Must be an event name such as channel.didCreate: 2 to 4 parts joined by dots, the first in lower case, at most 100 characters. */ readonly event?: string | undefined;
      /** Must be a JSON object. */ readonly data?: Readonly<Record<string, unknown>> | undefined } | undefined };
    readonly response: { number: number; startedAt: string; milliseconds: number; class: DeliveryClass; statusCode?: number | undefined; remoteAddress?: string | undefined; responseStart?: string | undefined; responseHeaders?: string | undefined; deliveryId: string; eventId: string; event: string; payload: string; leftOut?: true | undefined };
  };
  /** Check a receiver. Sends up to 8 requests with the event `webhook.checkup`: a valid one, forged and old ones, a repetition, one in another order, one of a rotation, a legacy request, a large one. They count as 8 test events, are sent even if the webhook is disabled, and are not in the log or the statistics. */
  readonly checkUpWebhook: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string } };
    readonly response: { results: Array<CheckupResult> };
  };
  /** List deliveries. A webhook's deliveries of the last 30 days, the latest event first. since and until bound the time at which the event was accepted, both inclusive; class and statusCode are those of the last attempt. A page with a filter can have fewer than limit. The last page has no start. */
  readonly listDeliveries: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string }; readonly query?: { readonly state?: DeliveryState | undefined; readonly event?: string | undefined; readonly class?: DeliveryStanding | undefined; readonly statusCode?: number | undefined; readonly since?: string | undefined; readonly until?: string | undefined; readonly limit?: number | undefined; readonly start?: string | undefined } | undefined };
    readonly response: { results: Array<DeliverySummary>; start?: string | undefined };
  };
  /** List deliveries to all webhooks. The deliveries of the last 30 days to all webhooks of the network, the latest event first; filters and pages are those of a single webhook. Deliveries to deleted webhooks are not listed. */
  readonly listNetworkDeliveries: {
    readonly request: { readonly query?: { readonly state?: DeliveryState | undefined; readonly event?: string | undefined; readonly class?: DeliveryStanding | undefined; readonly statusCode?: number | undefined; readonly since?: string | undefined; readonly until?: string | undefined; readonly limit?: number | undefined; readonly start?: string | undefined } | undefined };
    readonly response: { results: Array<DeliveryOfWebhook>; start?: string | undefined };
  };
  /** Show a delivery. One delivery with its payload and its latest 24 attempts. */
  readonly showDelivery: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string;
      /** Must be a delivery id: 26 characters of 0-9 and A-Z. */ readonly deliveryId: string } };
    readonly response: DeliveryDetail;
  };
  /** Find a delivery. One delivery, found by its id alone, as receivers know it from the header `webhook-id`. It is looked for at all of the network's webhooks. */
  readonly findDelivery: {
    readonly request: { readonly parameters: {
      /** Must be a delivery id: 26 characters of 0-9 and A-Z. */ readonly deliveryId: string } };
    readonly response: DeliveryOfWebhook;
  };
  /** Show an event. One event of the last 30 days with its payload, what came of it at each webhook, and its deliveries. A delivery is there once its first attempt has ended, or once it waits for its turn; deliveries to deleted webhooks are not shown. */
  readonly showEvent: {
    readonly request: { readonly parameters: {
      /** Must be an event id: a string of 1 to 64 characters without control characters. */ readonly eventId: string } };
    readonly response: { eventId: string; event: string; occurredAt: string; acceptedAt: string; payload: string; webhooks: Array<{ webhookId: string; outcome: EventOutcome }>; deliveries: Array<DeliveryOfWebhook> };
  };
  /** Replay a delivery. Sends the event again, whatever its state, with a retry schedule of its own. It replaces a pending retry. If the receiver is known to be down, it is probed at once, and gets the event when it is up again. */
  readonly replayDelivery: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string;
      /** Must be a delivery id: 26 characters of 0-9 and A-Z. */ readonly deliveryId: string } };
    readonly response: DeliverySummary;
  };
  /** Try a receiver now. For a receiver that is down or struggling, after its repair: the next probe is made at once, and if it succeeds, everything that waits is sent, retries before their time as well. Every request is an attempt of its delivery. */
  readonly retryNow: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string } };
    readonly response: { status: 'success' };
  };
  /** Recover events. Sends every event that was accepted between the two times (until is now by default), that the webhook asks for now, and whose delivery failed or was never made, because the webhook was disabled or did not exist; or whose delivery is as the filter says: of another state, event, class or status code. The oldest are first, at a pace that does not flood the receiver. */
  readonly recoverDeliveries: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string }; readonly body: {
      /** Must be an ISO 8601 time stamp with a zone, such as 2024-02-28T12:00:00.000Z. */ readonly since: string;
      /** Must be an ISO 8601 time stamp with a zone, such as 2024-02-28T12:00:00.000Z. */ readonly until?: string | undefined;
      /** Must be delivered, retrying or failed. */ readonly state?: DeliveryState | undefined;
      /** Must be an event name such as channel.didCreate: 2 to 4 parts joined by dots, the first in lower case, at most 100 characters. */ readonly event?: string | undefined;
      /** Must be a class of deliveries, such as http_5xx or timeout. */ readonly class?: DeliveryStanding | undefined;
      /** Must be an HTTP status code, from 100 to 599. */ readonly statusCode?: number | undefined } };
    readonly response: { recovering: Recovering };
  };
  /** Statistics of every webhook. The attempts to each webhook of the network in the last 24 hours: the current hour and those before it. Counts can lag by some seconds. */
  readonly listWebhookStatistics: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: { results: Array<WebhookCounts> };
  };
  /** Statistics of a webhook. The attempts to a webhook by the hour, the oldest hour first. An hour without attempts is left out. Counts can lag by some seconds. */
  readonly showWebhookStatistics: {
    readonly request: { readonly parameters: {
      /** Must be a webhook id such as wh_01933b2c5d7e7f00a1b2c3d4e5f60718. */ readonly webhookId: string }; readonly query?: { readonly hours?: number | undefined } | undefined };
    readonly response: { hours: Array<HourlyCounts> };
  };
  /** Export a user's data. A page of what is stored under a user's id: the user's blocks, then the activity records. Blocks by others, and events, which the platform has posted itself, are not part of it. The last page has no pageToken. It needs no feature. */
  readonly exportUser: {
    readonly request: { readonly parameters: {
      /** Must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters. */ readonly userId: string }; readonly query?: { readonly pageToken?: string | undefined } | undefined };
    readonly response: { blocks: Array<BlockedUser>; activities: Array<ActivityRecord>; pageToken?: string | undefined };
  };
  /** Erase a user's data. Erases the user's blocks, the blocks of the user by others, and the activity records. Repeat it as long as the response is 202, and once more a day later, for events that were on their way. Texts of events and of responses to them end with their retention. It needs no feature. */
  readonly eraseUser: {
    readonly request: { readonly parameters: {
      /** Must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters. */ readonly userId: string } };
    readonly response: { status: 'success' | 'pending'; removed: { blocks: number; blockedBy: number; activities: number; markers: number }; left: Array<'blocks' | 'blockedBy' | 'activities' | 'markers'> };
  };
  /** Show the network. The settings of the token's network. It needs no feature, so that an admin can see which are off. */
  readonly showNetwork: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: NetworkResponse;
  };
  /** List the audit trail. Who changed what in the network in the last 400 days, the latest entry first; of one webhook, even a deleted one, with `webhookId`. since and until bound the time of the entries, both inclusive. An entry is listed within a few seconds. The last page has no start. It needs no feature. */
  readonly listAudit: {
    readonly request: { readonly query?: { readonly webhookId?: string | undefined; readonly since?: string | undefined; readonly until?: string | undefined; readonly limit?: number | undefined; readonly start?: string | undefined } | undefined };
    readonly response: { results: Array<AuditEntry>; start?: string | undefined };
  };
  /** Show who gets notices by e-mail. The e-mail addresses that notices about the webhooks of the network are sent to. */
  readonly showNoticeSettings: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: { addresses: Array<string>; unconfirmed: Array<string>; today: { mails: number; heldBack: number }; sender?: string | undefined };
  };
  /** Change who gets notices by e-mail. Replaces the e-mail addresses that notices about the webhooks of the network are sent to; `[]` ends the mails. Each new one gets a mail with a link, by which its owner confirms it; nothing else is sent before. The same addresses again ask those that have not confirmed once more, if they were asked more than ten minutes ago. */
  readonly changeNoticeSettings: {
    readonly request: { readonly body: {
      /** Must be an array of at most 10 e-mail addresses. */ readonly addresses: ReadonlyArray<string> } };
    readonly response: { addresses: Array<string>; unconfirmed: Array<string>; today: { mails: number; heldBack: number }; sender?: string | undefined };
  };
  /** Confirm an address for notices. For the page that the link in a mail leads to: from now on the address gets notices. The token, which is valid once and for three days, is all that it needs. */
  readonly confirmNoticeAddress: {
    readonly request: { readonly body: {
      /** Must be a network id: 1 to 32 of a-z, 0-9 and -, beginning with a letter or digit. */ readonly networkId: string;
      /** Must be the token of the link in the mail. */ readonly token: string } };
    readonly response: { address: string };
  };
  /** Health. Responds while the API accepts requests. */
  readonly getHealth: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: { status: 'ok' };
  };
  /** This document. The OpenAPI 3.1 document of this API. */
  readonly getOpenApi: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: { openapi: string } & { [name: string]: unknown };
  };
}
