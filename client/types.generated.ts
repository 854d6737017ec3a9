/** Types of requests and responses. Generated from `contract/` by `npm run generate`. */

export type ActivityPosition = {
      /** When the action happened. The seconds have six decimal places. */ createdAt: string;
      /** The id of the network and the id of the user who acted, in the form `<networkId>_<userId>`. */ networkId_userId: string };

export type ActivityRecord = {
      /** When the action happened. The seconds have six decimal places. */ createdAt: string;
      /** The id of the network and the id of the user who acted, in the form `<networkId>_<userId>`. */ networkId_userId: string;
      /** The id of the target, which is a post or a comment. */ targetId: string;
      /** The kind of the target. `post`: A post, to which the user reacted or on which the user commented. `comment`: A comment, to which the user reacted or replied. */ targetType: 'post' | 'comment';
      /** The id of the reaction or comment that was created or removed. */ objectId: string;
      /** Either `comment`, or `reaction_` followed by the type of the reaction. */ objectType: 'comment' | `reaction_${string}`;
      /** The parent is always a post. */ parentType: 'post';
      /** The id of the post. If the target is a comment, this is the post to which the comment belongs. */ parentId: string;
      /** Present only in the record of a removal. */ action?: 'removed' | undefined };

export type Actor = {
      /** The kind of the actor. */ kind: ActorKind;
      /** The user id in the token of an admin or a back end, or the name of an operator; absent if the service itself has acted. */ name?: string | undefined };

/** The kind of the actor. `admin`: An admin of the network. `operator`: An operator of the stage, who uses the command line. `server`: The network's back end. `service`: The service itself. */
export type ActorKind = 'admin' | 'operator' | 'server' | 'service';

export type Attempt = {
      /** The number of the attempt. The first attempt of a delivery has the number 1. */ number: number;
      /** When the attempt began. */ startedAt: string;
      /** The time from the start of the attempt to its outcome, in milliseconds. */ milliseconds: number;
      /** How the attempt ended. */ class: DeliveryClass;
      /** The HTTP status of the receiver's response; absent if no status line arrived. */ statusCode?: number | undefined;
      /** The code of the error that ended the attempt. The code comes from OpenSSL, Node.js or the operating system. It is absent if the attempt ended with a complete response or with the time-out, or if the error has no code. */ errorCode?: string | undefined;
      /** The IP address to which the request was sent, without brackets; absent if there was no connection. */ remoteAddress?: string | undefined;
      /** The first 1 KiB of the body of the response, as text; absent if it was empty. */ responseStart?: string | undefined;
      /** The headers of the response, one on each line, without `Set-Cookie`. The text has at most 1,024 characters. This field is present only in the latest attempt, and only if the status of the response was not 2xx. */ responseHeaders?: string | undefined };

/** What was done. `webhookCreated`: Created the webhook. `webhookUpdated`: Changed the webhook. `webhookDisabled`: Disabled the webhook. `webhookDeleted`: Deleted the webhook. `secretRotated`: Rotated the secret. `secretRevealed`: Revealed the secret. `testEventSent`: Sent a test event. `receiverCheckedUp`: Checked the receiver. `deliveryReplayed`: Replayed a delivery. `deliveriesRecovered`: Recovered deliveries. `recoveriesStopped`: Stopped recoveries. `retriedNow`: Tried the receiver now. `noticeAddressesChanged`: Changed who gets notices by e-mail. `testNoticeSent`: Sent a test mail. `networkCreated`: Created the network. `networkChanged`: Changed the network. `networkDeleted`: Deleted the network. `networkKeyAdded`: Added a signing key. `networkKeyRemoved`: Removed a signing key. `networkKeyRevealed`: Revealed a signing key. `adminLinkCreated`: Made a link into the panel. `usersErased`: Erased users. `eventErased`: Erased the payload of an event. */
export type AuditAction = 'webhookCreated' | 'webhookUpdated' | 'webhookDisabled' | 'webhookDeleted' | 'secretRotated' | 'secretRevealed' | 'testEventSent' | 'receiverCheckedUp' | 'deliveryReplayed' | 'deliveriesRecovered' | 'recoveriesStopped' | 'retriedNow' | 'noticeAddressesChanged' | 'testNoticeSent' | 'networkCreated' | 'networkChanged' | 'networkDeleted' | 'networkKeyAdded' | 'networkKeyRemoved' | 'networkKeyRevealed' | 'adminLinkCreated' | 'usersErased' | 'eventErased';

export type AuditChange = {
      /** The name of the field. */ field: string;
      /** The value before the change; absent if there was no value, or if the value is secret. */ from?: string | undefined;
      /** The value after the change; absent if there is no value, or if the value is secret. */ to?: string | undefined };

export type AuditEntry = {
      /** The id of the entry. Ids ascend with time. */ entryId: string;
      /** When the action happened. */ at: string;
      /** Who did the action. */ by: Actor;
      /** What was done. */ action: AuditAction;
      /** The webhook that the entry is about; absent if the entry is about no webhook. */ webhookId?: string | undefined;
      /** The delivery that was replayed; present if the action is `deliveryReplayed`. */ deliveryId?: string | undefined;
      /** The fields that have changed, or details of an action that changes no fields. */ changes: Array<AuditChange> };

export type BlockListPosition = {
      /** The id of the blocked user. */ blocked_userId: string;
      /** The id of the network and the id of the user who has blocked, in the form `<networkId>_<userId>`. */ netid_uid: string };

export type BlockedUser = {
      /** The id of the blocked user. */ blocked_userId: string;
      /** The id of the network and the id of the user who has blocked, in the form `<networkId>_<userId>`. */ netid_uid: string;
      /** When the user was blocked; absent if this time is not stored. */ createdAt?: string | undefined;
      /** When the block ends; absent if the block has no end. */ expiresAt?: string | undefined };

/** The name, the logo and the accent colour of the network in the admin panel, if an operator has set them. */
export type Branding = {
      /** The name that the panel shows. */ name?: string | undefined;
      /** The logo, as a `data:` URL. */ logo?: string | undefined;
      /** The accent colour. */ accent?: {
      /** The colour in light mode. */ light: string;
      /** The colour in dark mode. */ dark: string } | undefined };

/** The question about the receiver. `accepts_valid`: Whether the receiver accepts a valid request. If it does not, the check-up sends no other request. `refuses_wrong_signature`: Whether the receiver responds with 4xx to a request that is signed with another secret. `refuses_old_timestamp`: Whether the receiver responds with 4xx to a request that was signed an hour ago. `accepts_repetition`: Whether the receiver accepts the first request a second time. `accepts_other_order`: Whether the receiver accepts a request whose event is older than the event of the first request. `accepts_rotation`: Whether the receiver accepts a request with a second signature, by a secret that the receiver does not have yet. If a rotation is scheduled, the request has only the signature by the next secret. `accepts_legacy`: Whether the receiver responds to the legacy request with 2xx or 4xx. This question is asked only if `legacySignature` is true. `accepts_large`: Whether the receiver accepts a body of 256 KiB. `is_quick`: Whether the receiver responded to each accepted request in less than half a second. */
export type CheckupQuestion = 'accepts_valid' | 'refuses_wrong_signature' | 'refuses_old_timestamp' | 'accepts_repetition' | 'accepts_other_order' | 'accepts_rotation' | 'accepts_legacy' | 'accepts_large' | 'is_quick';

export type CheckupResult = {
      /** The question about the receiver. */ question: CheckupQuestion;
      /** The verdict on the question. */ verdict: CheckupVerdict;
      /** What the check-up found, in a sentence. */ finding: string;
      /** What to do; absent if there is nothing to do. */ fix?: string | undefined;
      /** How the request ended; absent if the question was not asked, and for `is_quick`. */ class?: DeliveryClass | undefined;
      /** The HTTP status of the receiver's response; absent if no status line arrived. */ statusCode?: number | undefined;
      /** The code of the error that ended the attempt. The code comes from OpenSSL, Node.js or the operating system. It is absent if the attempt ended with a complete response or with the time-out, or if the error has no code. */ errorCode?: string | undefined;
      /** How long the request took, in milliseconds. For `is_quick`, this is the time of the slowest accepted request. Absent if the question was not asked. */ milliseconds?: number | undefined };

/** The verdict on the question. `passed`: The receiver does what it should. `warning`: Events arrive, but something is at risk. `failed`: Events are lost, or forged requests are accepted. `skipped`: The question was not asked. */
export type CheckupVerdict = 'passed' | 'warning' | 'failed' | 'skipped';

/** How the attempt ended. `delivered`: The receiver responded with 2xx in time. `http_4xx`: The receiver responded with 4xx, which means that it refuses the request. `http_5xx`: The receiver responded with 5xx, which means that it could not handle the request. `aborted`: The status of the response was not 2xx, and the response had the header `webhook-delivery: abort-message`. The delivery is not attempted again. `redirect`: The receiver responded with 3xx. The service does not follow redirects. `timeout`: The response was not complete within 1.5 seconds, counted from the start of the name look-up. `connection_refused`: Nothing accepts connections at the address and port of the receiver. `connection_reset`: The connection was closed or reset before the response was complete. `unreachable`: No route leads to the address of the receiver. `dns`: The host name could not be resolved to an IPv4 address. `tls`: No secure connection was possible, usually because the certificate has expired, is not valid for the host, or has an incomplete chain. `blocked_address`: The URL has a form that is not allowed, or points to an address that is not allowed. `too_large`: The headers of the response were larger than 16 KiB. `invalid_response`: The response was not valid HTTP/1.1. `bus_denied`: The policy of the bus does not allow the service to put events on the bus, or the stage does not allow it. `bus_not_found`: There is no such bus, or no such account. `bus_throttled`: EventBridge throttles calls in the region of the bus. `bus_too_large`: The event is larger than EventBridge allows. The delivery is not attempted again. `not_sent`: The service itself failed to send the request. The service will try again. */
export type DeliveryClass = 'delivered' | 'http_4xx' | 'http_5xx' | 'aborted' | 'redirect' | 'timeout' | 'connection_refused' | 'connection_reset' | 'unreachable' | 'dns' | 'tls' | 'blocked_address' | 'too_large' | 'invalid_response' | 'bus_denied' | 'bus_not_found' | 'bus_throttled' | 'bus_too_large' | 'not_sent';

export type DeliveryDetail = {
      /** The id of the delivery. The service derives this id from the event and the webhook, so all attempts to deliver the event to the webhook have the same id. */ deliveryId: string;
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event. */ event: string;
      /** The state of a delivery says whether another attempt follows. */ state: DeliveryState;
      /** The number of attempts so far. */ attemptCount: number;
      /** When the event was accepted. */ createdAt: string;
      /** When the last attempt began; absent if there was no attempt. */ lastAttemptAt?: string | undefined;
      /** When the next attempt is due; absent if no attempt follows, or if the delivery waits for its receiver. */ nextAttemptAt?: string | undefined;
      /** How the last attempt ended, or why the delivery waits for its first attempt, or why no attempt follows. */ class: DeliveryResult;
      /** The HTTP status of the response to the last attempt; absent if there was no response. */ statusCode?: number | undefined;
      /** The id of the trace with which the event was posted; absent if the event had no trace. */ traceId?: string | undefined;
      /** True if the event is a test event; absent otherwise. Recoveries and the ledger do not include test events. */ isTest?: true | undefined;
      /** The exact text that the receiver gets; absent if the event has expired, or if its payload was erased. */ payload?: string | undefined;
      /** The latest 24 attempts, oldest first. */ attempts: Array<Attempt> };

export type DeliveryOfWebhook = {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. */ webhookId: string;
      /** The id of the delivery. The service derives this id from the event and the webhook, so all attempts to deliver the event to the webhook have the same id. */ deliveryId: string;
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event. */ event: string;
      /** The state of a delivery says whether another attempt follows. */ state: DeliveryState;
      /** The number of attempts so far. */ attemptCount: number;
      /** When the event was accepted. */ createdAt: string;
      /** When the last attempt began; absent if there was no attempt. */ lastAttemptAt?: string | undefined;
      /** When the next attempt is due; absent if no attempt follows, or if the delivery waits for its receiver. */ nextAttemptAt?: string | undefined;
      /** How the last attempt ended, or why the delivery waits for its first attempt, or why no attempt follows. */ class: DeliveryResult;
      /** The HTTP status of the response to the last attempt; absent if there was no response. */ statusCode?: number | undefined;
      /** The id of the trace with which the event was posted; absent if the event had no trace. */ traceId?: string | undefined;
      /** True if the event is a test event; absent otherwise. Recoveries and the ledger do not include test events. */ isTest?: true | undefined };

/** How the last attempt ended, or why the delivery waits for its first attempt, or why no attempt follows. `delivered`: The receiver responded with 2xx in time. `http_4xx`: The receiver responded with 4xx, which means that it refuses the request. `http_5xx`: The receiver responded with 5xx, which means that it could not handle the request. `aborted`: The status of the response was not 2xx, and the response had the header `webhook-delivery: abort-message`. The delivery is not attempted again. `redirect`: The receiver responded with 3xx. The service does not follow redirects. `timeout`: The response was not complete within 1.5 seconds, counted from the start of the name look-up. `connection_refused`: Nothing accepts connections at the address and port of the receiver. `connection_reset`: The connection was closed or reset before the response was complete. `unreachable`: No route leads to the address of the receiver. `dns`: The host name could not be resolved to an IPv4 address. `tls`: No secure connection was possible, usually because the certificate has expired, is not valid for the host, or has an incomplete chain. `blocked_address`: The URL has a form that is not allowed, or points to an address that is not allowed. `too_large`: The headers of the response were larger than 16 KiB. `invalid_response`: The response was not valid HTTP/1.1. `bus_denied`: The policy of the bus does not allow the service to put events on the bus, or the stage does not allow it. `bus_not_found`: There is no such bus, or no such account. `bus_throttled`: EventBridge throttles calls in the region of the bus. `bus_too_large`: The event is larger than EventBridge allows. The delivery is not attempted again. `not_sent`: The service itself failed to send the request. The service will try again. `receiver_down`: The receiver is down. The delivery waits until an attempt of another delivery succeeds. `window_full`: The delivery waits, because the service is already sending as many requests as the receiver can handle. `webhook_disabled`: No attempt follows, because the webhook was disabled or did not exist yet, or because the feature `webhooks` of the network was off. `event_expired`: The event has expired. Events are stored for 30 days after their acceptance, or for a shorter time that the stage sets. `event_erased`: The payload of the event was erased before it was delivered. */
export type DeliveryResult = 'delivered' | 'http_4xx' | 'http_5xx' | 'aborted' | 'redirect' | 'timeout' | 'connection_refused' | 'connection_reset' | 'unreachable' | 'dns' | 'tls' | 'blocked_address' | 'too_large' | 'invalid_response' | 'bus_denied' | 'bus_not_found' | 'bus_throttled' | 'bus_too_large' | 'not_sent' | 'receiver_down' | 'window_full' | 'webhook_disabled' | 'event_expired' | 'event_erased';

/** The state of a delivery says whether another attempt follows. `delivered`: An attempt succeeded. `retrying`: Another attempt follows. `failed`: The delivery has failed. It is attempted again only on request. */
export type DeliveryState = 'delivered' | 'retrying' | 'failed';

export type DeliverySummary = {
      /** The id of the delivery. The service derives this id from the event and the webhook, so all attempts to deliver the event to the webhook have the same id. */ deliveryId: string;
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event. */ event: string;
      /** The state of a delivery says whether another attempt follows. */ state: DeliveryState;
      /** The number of attempts so far. */ attemptCount: number;
      /** When the event was accepted. */ createdAt: string;
      /** When the last attempt began; absent if there was no attempt. */ lastAttemptAt?: string | undefined;
      /** When the next attempt is due; absent if no attempt follows, or if the delivery waits for its receiver. */ nextAttemptAt?: string | undefined;
      /** How the last attempt ended, or why the delivery waits for its first attempt, or why no attempt follows. */ class: DeliveryResult;
      /** The HTTP status of the response to the last attempt; absent if there was no response. */ statusCode?: number | undefined;
      /** The id of the trace with which the event was posted; absent if the event had no trace. */ traceId?: string | undefined;
      /** True if the event is a test event; absent otherwise. Recoveries and the ledger do not include test events. */ isTest?: true | undefined };

/** Why the webhook is disabled; present while the state is `disabled`. `admin`: An admin disabled the webhook. `gone`: The receiver responded with 410. `failing`: Every attempt failed for several days. */
export type DisabledReason = 'admin' | 'gone' | 'failing';

/** The outcome of the event at the webhook. `delivery`: The event has a delivery to this webhook, which is in `deliveries`. `not_asked`: The webhook did not exist when the event was accepted, none of its patterns matched, or the event is a test event of another webhook. `filtered_out`: The filter of the webhook did not match the event. `event_erased`: The payload of the event was erased, so it is not known whether the filter of the webhook matched. `pulled`: The receiver of the webhook reads its events itself. `no_delivery`: The first attempt has not ended yet, or the webhook was disabled. */
export type EventOutcome = 'delivery' | 'not_asked' | 'filtered_out' | 'event_erased' | 'pulled' | 'no_delivery';

/** Which content a block hides. `blocker`: A block hides the content of the blocked user from the user who made the block. `mutual`: A block hides the content of each of the two users from the other user. */
export type HideMode = 'blocker' | 'mutual';

export type HourlyCounts = {
      /** When the hour began. */ hour: string;
      /** The number of attempts that succeeded. */ delivered: number;
      /** The number of attempts that failed. */ failed: number;
      /** The estimated median of the duration of attempts, in milliseconds; absent if there was no attempt. */ p50?: number | undefined;
      /** The estimated 95th percentile of the duration of attempts, in milliseconds; absent if there was no attempt. */ p95?: number | undefined;
      /** The number of attempts in each range of durations, the shortest durations first. The upper bounds of the ranges are 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1,000 and 1,500 ms. The last range has no upper bound. */ durations: Array<number> };

/** Which features are on. */
export type NetworkFeatures = {
      /** Whether blocking is on. */ blockUser: boolean;
      /** Whether user activity is on. */ userActivity: boolean;
      /** Whether webhooks are on. */ webhooks: boolean };

export type NetworkResponse = {
      /** The id of the network (tenant). */ networkId: string;
      /** Which features are on. */ features: NetworkFeatures;
      /** Which content a block hides. */ hideMode: HideMode;
      /** The number of days for which an activity record is stored, counted from the action; absent if records never expire. */ activityRetentionDays?: number | undefined;
      /** Whether webhooks get events when users block and unblock each other. If the field is absent, webhooks get no such events. `on`: Webhooks get `user.didBlock` and `user.didUnblock`. `off`: Blocks emit no events. */ blockEvents?: 'on' | 'off' | undefined;
      /** The quotas of the network. */ quotas: QuotaLimits;
      /** The valid keys for signing tokens, the oldest first, without their secrets. */ signingKeys: Array<{
      /** The id of the key. A token has this id as `kid` in its header. */ keyId: string;
      /** When the key was made. */ createdAt: string }>;
      /** The name, the logo and the accent colour of the network in the admin panel, if an operator has set them. */ branding?: Branding | undefined };

/** What limits the pace of the requests at present; absent if the webhook has no ceiling. `receiver`: The receiver can handle fewer requests than the ceiling allows. `ceiling`: The receiver can handle as many requests as the ceiling allows, or no limit of the receiver is known. */
export type PaceSetter = 'receiver' | 'ceiling';

export type QuotaLimits = {
      /** The limit per second for requests that read blocks or activities. */ reads: number;
      /** The limit per second for requests that block or unblock. */ writes: number;
      /** The limit per second for requests that post events. */ ingest: number;
      /** The limit per second for requests that make admin links or erase events, and all other requests of admins and viewers. */ administration: number;
      /** The limit per second for requests that change or delete webhooks, stop recoveries, rotate secrets, or change who gets notices. */ changes: number;
      /** The limit per second for requests that use ledgers, or that read events of a webhook with pull. */ ledger: number;
      /** The limit per second for requests that export or erase users' data. */ userData: number;
      /** The limit per second for posted events. */ events: number;
      /** The limit per second for posted events and events about blocks, counted once for each webhook without pull. */ deliveries: number;
      /** The limit per second for bytes in the bodies of requests that post events. */ ingestBytes: number;
      /** The limit per minute for test events that an admin sends, and the requests of check-ups. */ testEvents: number };

/** How many events will be sent, or `started` if counting them takes too long. In a dry run, `recovering` is always a number. If the response has `countedUntil`, the number does not include events that were accepted after this time. */
export type Recovering = number | 'started';

export type SourceAddresses = {
      /** All addresses from which webhooks are sent; empty if the stage has no fixed addresses. */ addresses: Array<string>;
      /** The version of the list. It changes whenever the addresses change. */ version: string;
      /** When the service first listed exactly these addresses; absent if there are no addresses. */ updatedAt?: string | undefined;
      /** Why there are no addresses, and what to do; absent if there are addresses. */ message?: string | undefined };

export type WebhookCounts = {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. */ webhookId: string;
      /** The number of attempts that succeeded. */ delivered: number;
      /** The number of attempts that failed. */ failed: number;
      /** The estimated median of the duration of attempts, in milliseconds; absent if there was no attempt. */ p50?: number | undefined;
      /** The estimated 95th percentile of the duration of attempts, in milliseconds; absent if there was no attempt. */ p95?: number | undefined;
      /** The number of attempts that succeeded in each of the last 24 hours; the last number is for the current hour. */ hourlyDelivered: Array<number>;
      /** The number of attempts that failed in each of the last 24 hours; the last number is for the current hour. */ hourlyFailed: Array<number> };

export type WebhookResponse = {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. */ webhookId: string;
      /** The URL to which events are posted; absent for a webhook with `eventBus` or `pull`. */ url?: string | undefined;
      /** The ARN of the EventBridge bus on which events are put; absent for a webhook with `url` or `pull`. */ eventBus?: string | undefined;
      /** True if the receiver reads events itself; absent otherwise. */ pull?: true | undefined;
      /** The events that the webhook gets: their names, or patterns such as `channel.*`. */ events: Array<string>;
      /** An event pattern of Amazon EventBridge. The webhook gets only events whose content matches this pattern. Absent if there is no filter. */ filter?: Record<string, unknown> | undefined;
      /** A description for people, which may be empty. */ description: string;
      /** Custom headers, which the service adds to every request to the receiver. In responses to viewers, the values of these headers are empty. */ headers: { [name: string]: string };
      /** If true, the service sends an additional request for each event, together with the first attempt. This additional request has its signature in the header `x-legacy-signature`. */ legacySignature: boolean;
      /** The largest number of requests per second, as an average over any ten seconds; absent if there is no ceiling. */ maxRequestsPerSecond?: number | undefined;
      /** The largest number of requests that are in flight at the same time; absent if there is no ceiling. */ maxConcurrentRequests?: number | undefined;
      /** What limits the pace of the requests at present; absent if the webhook has no ceiling. */ paceSetBy?: PaceSetter | undefined;
      /** Whether the webhook gets events. */ enabled: boolean;
      /** The state of the webhook. */ state: WebhookState;
      /** Why the webhook is disabled; present while the state is `disabled`. */ disabledReason?: DisabledReason | undefined;
      /** The time since which every attempt has failed; absent if the latest attempt succeeded, or if there was no attempt. */ failingSince?: string | undefined;
      /** The time since which the receiver has been down; present while the state is `down`. */ downSince?: string | undefined;
      /** When the service probes the receiver next, if a delivery waits for the receiver. Present only while the state is `down`. */ nextProbeAt?: string | undefined;
      /** The latest past outages about which a notice was sent. There are at most 10, the oldest first. The service removes them when the webhook is enabled, and when its `url` or `eventBus` is changed. The field is absent if there are no such outages. */ outages?: Array<{
      /** When the first attempt of the outage failed. */ since: string;
      /** When the outage ended, because an attempt succeeded or because the service disabled the webhook. */ until: string }> | undefined;
      /** The latest request that read events of a webhook with `pull`. The service updates this field at most once a minute. The field is absent if there was no such request. */ pulled?: {
      /** When the request was made. */ at: string;
      /** The request has read the events that were accepted until this time. */ until: string } | undefined;
      /** When the webhook was created. */ createdAt: string;
      /** When the configuration or the secrets were last changed. */ updatedAt: string;
      /** Who last changed the configuration or the secrets. If nothing was changed, this is who created the webhook. Absent if the service has not stored this. */ updatedBy?: Actor | undefined };

export type WebhookSecret = {
      /** The secret. */ secret: string;
      /** When the secret begins to sign requests. */ activeFrom: string;
      /** When the secret stops signing requests; absent if no end is set. */ expiresAt?: string | undefined };

/** The state of the webhook. `active`: The service sends events, or the receiver can read them. `struggling`: The latest attempt has failed. The state is also `struggling` if at some time in the last ten minutes, at least a fifth of the latest 20 attempts had failed. `down`: No attempt succeeds, and the service sends only single requests as probes. `disabled`: The service sends no events, and the receiver can read no events. */
export type WebhookState = 'active' | 'struggling' | 'down' | 'disabled';

/** `blockUser`: Block user. `userActivity`: User activity. `webhooks`: Webhooks. */
export type Feature = 'blockUser' | 'userActivity' | 'webhooks';

/** The request and the response of each operation, by its `operationId`. */
export interface Operations {
  /** Block a user. The current user blocks another user. If the request has `expiresAt` or `expiresInSeconds`, the block ends at that time. Otherwise, the block has no end. If the other user is already blocked, the request only replaces the end of the block. */
  readonly blockUser: {
    readonly request: { readonly body: {
      /** The id of the user to block or unblock. An integer is the same as its decimal text: `7` and `"7"` are the same id. The value must be the id of another user: a non-empty string of at most 128 UTF-8 bytes without control characters, or a safe integer. */ readonly blockUserId: string | number;
      /** When the block ends. The service rounds this time up to a full second. The value must be an ISO 8601 time stamp with a zone, such as 2024-02-28T12:00:00.000Z, from a minute to ten years from now. */ readonly expiresAt?: string | undefined;
      /** The number of seconds after which the block ends. A request can have `expiresInSeconds` or `expiresAt`, but not both. The value must be an integer from 60 to 315360000. */ readonly expiresInSeconds?: number | undefined } };
    readonly response: {
      /** The request has succeeded. */ status: 'success' };
  };
  /** Unblock a user. The current user unblocks one user. Unblocking a user who is not blocked changes nothing. */
  readonly unblockUser: {
    readonly request: { readonly body: {
      /** The id of the user to block or unblock. An integer is the same as its decimal text: `7` and `"7"` are the same id. The value must be the id of another user: a non-empty string of at most 128 UTF-8 bytes without control characters, or a safe integer. */ readonly blockUserId: string | number } };
    readonly response: {
      /** The request has succeeded. */ status: 'success' };
  };
  /** List blocked users. Lists the users whom the current user has blocked, in ascending order of their ids, 20 on a page. The last page can have fewer users, and has no `paginationToken`. Blocks that have ended are deleted later. If the list contains more than about 1,500 of these blocks in a row, a page before the last page can also have fewer than 20 users, or even none. */
  readonly listBlockedUsers: {
    readonly request: { readonly body?: {
      /** The `paginationToken` of the previous page. `{}`, `""` and `null` mean the first page. The value must be the paginationToken of the previous page: an object with the strings netid_uid and blocked_userId, or its JSON text. */ readonly paginationToken?: string | { readonly [name: string]: unknown } | null | undefined;
      /** If true, the response also has `hideMode`. If a block of the page has an end, the response then also has `now`. */ readonly withHideMode?: boolean | undefined } | undefined };
    readonly response: {
      /** The users whom the current user has blocked. */ results: Array<BlockedUser>;
      /** The position where the page ends. Pass this value as `paginationToken` to get the next page. The last page has no `paginationToken`. */ paginationToken?: BlockListPosition | undefined;
      /** Which content a block hides. */ hideMode?: HideMode | undefined;
      /** The current time by the clock of the service. This clock decides when blocks end. Present if `withHideMode` is true, and if a block of the page has an end. */ now?: string | undefined };
  };
  /** Check whether content should be hidden. Tells you for each author in `checkList` whether the content of that author should be hidden from the current user. */
  readonly checkHidden: {
    readonly request: { readonly query: {
      /** The ids of the authors. Repeat the parameter for each author. */ readonly checkList: ReadonlyArray<string> } };
    readonly response: { [name: string]: boolean };
  };
  /** Check the blocks between a user and others. Tells you for each user in `userIds` whether that user has blocked the actor (`hasBlocked`), and whether the actor has blocked that user (`isBlocked`). If `userIds` contains the actor, both values are `false` for the actor. */
  readonly checkAudience: {
    readonly request: { readonly body: {
      /** The user whose blocks with the other users are checked, such as the author of a message. The value must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters. */ readonly actorId: string;
      /** The other users, such as the members of a channel. The value must be a list of 1 to 100 distinct user ids. */ readonly userIds: ReadonlyArray<string> } };
    readonly response: {
      /** For each user id of the request, the blocks between that user and the actor. */ results: { [name: string]: {
      /** Whether this user has blocked the actor. */ hasBlocked: boolean;
      /** Whether the actor has blocked this user. */ isBlocked: boolean } } };
  };
  /** Retrieve user activities. Lists the activity records of the current user, the newest first. Each record is about a reaction, a comment or a reply that the user made or removed. The last page has no `start`. */
  readonly listActivities: {
    readonly request: { readonly query?: {
      /** The largest number of records on a page. */ readonly limit?: number | undefined;
      /** The `start.createdAt` of the previous page. */ readonly createdAt?: string | undefined;
      /** The `start.networkId_userId` of the previous page. */ readonly networkId_userId?: string | undefined } | undefined };
    readonly response: {
      /** The records, the newest first. */ data: Array<ActivityRecord>;
      /** The position where the page ends. To get the next page, pass the members of `start` in the query. The last page has no `start`. */ start?: ActivityPosition | undefined };
  };
  /** Post events of the platform. Accepts 1 to 100 events. An accepted event is stored, and delivered to every webhook whose configuration selects it. If an event says that a user has made or removed a reaction, a comment or a reply, the service also makes an activity record of the event. If one event of a request is malformed, no event of the request is accepted. */
  readonly ingestEvents: {
    readonly request: { readonly body: {
      /** The events. If one event is malformed, no event is accepted. The value must be an array of 1 to 100 events. */ readonly events: ReadonlyArray<{
      /** The id of the event. The service recognizes a repeated event by its id. If the id is absent, the service makes one. The value must be an event id: a string of 1 to 64 characters without control characters. */ readonly id?: string | undefined;
      /** The name of the event. The value must be an event name such as channel.didCreate: 2 to 4 parts joined by dots, the first part in lower case, at most 100 characters. */ readonly event: string;
      /** The payload of the event. Receivers get the exact text of this object. The value must be a JSON object. */ readonly data: Readonly<Record<string, unknown>>;
      /** The trace of this event. It replaces the trace in the header `traceparent` of the request. The value must be a traceparent of W3C Trace Context, such as 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01. */ readonly traceparent?: string | undefined;
      /** When the event happened, according to your back end. The default is the time of acceptance. The value must be an ISO 8601 time stamp with a zone, such as 2024-02-28T12:00:00.000Z, between 1970 and a day from now. */ readonly occurredAt?: string | undefined }> } };
    readonly response: {
      /** One entry for each event, in the order of the request. */ results: Array<{
      /** The id of the event: the id in the request, or the id that the service has made. */ id: string;
      /** Whether the event was accepted. `accepted`: The event is stored, and is delivered to the webhooks whose configuration selects it. `duplicate`: An event with this id was accepted before, so this event is ignored. */ status: 'accepted' | 'duplicate' }> };
  };
  /** List events. Lists the events that are stored, the newest first. Events are stored for 30 days, or for a shorter time that the stage sets. Notices of the service are listed only if `event` is the name of a notice. `since` and `until` limit the time of acceptance. Both limits are inclusive. An event is usually listed within a second after its acceptance. If `userId` is given, the service lists only events whose payload contains a value that equals `userId`. In this case, each request examines 100 events. If `event` or `userId` is given, a page can have fewer events than `limit`, or even none, although more pages follow. Only the last page has no `start`. `GET /events/{eventId}` shows the outcome of one event at each webhook. */
  readonly listEvents: {
    readonly request: { readonly query?: {
      /** Only events that were accepted at this time or later. */ readonly since?: string | undefined;
      /** Only events that were accepted at this time or earlier. */ readonly until?: string | undefined;
      /** Only events with this name. */ readonly event?: string | undefined;
      /** Only events whose payload has a value that equals this text. Each request examines 100 events. */ readonly userId?: string | undefined;
      /** The largest number of events on a page. */ readonly limit?: number | undefined;
      /** The `start` of the previous page. If this parameter is absent, the response is the first page. */ readonly start?: string | undefined } | undefined };
    readonly response: {
      /** The events, newest first. */ results: Array<{
      /** The id of the event. No other stored event of the network has the same id. */ id: string;
      /** The name of the event. */ event: string;
      /** When the service accepted the event. */ acceptedAt: string }>;
      /** The position where the page ends. Pass this value as `start` to get the next page. The last page has no `start`. */ start?: string | undefined };
  };
  /** List event types. Lists every event name of the catalogue, with its meaning, a sample and a JSON Schema (draft 2020-12) of its `data`. The schema is documentation. When events are posted, the service checks only the required members of the schema and the `parentId` of a comment. Events with a well-formed name that is not in the catalogue are also accepted and delivered. */
  readonly listEventTypes: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** Every event type of the catalogue. */ results: Array<{
      /** The name of the event type. */ event: string;
      /** What an event of this type means. */ description: string;
      /** The documented members of `data`. */ keys: Array<string>;
      /** An example of `data` that the service accepts. */ sample: { [name: string]: unknown };
      /** The JSON Schema (draft 2020-12) of the documented `data`. */ schema: { [name: string]: unknown } }> };
  };
  /** Create a webhook. Creates a webhook. The webhook gets the events that are accepted after its creation, and possibly events that were accepted in the few seconds before. The body must have exactly one of three members: `url` to post events to a URL, `eventBus` to put events on an EventBridge bus, or `pull` to let the receiver read events itself. The response has the secret. The only other responses with secrets are the response to a PUT that creates a webhook, and the responses of `/webhooks/{webhookId}/secret`. If the network has more than 10 webhooks, the response also has a warning. The 51st webhook is refused with 403. */
  readonly createWebhook: {
    readonly request: { readonly body?: {
      /** The URL to which events are posted. A webhook has exactly one of `url`, `eventBus` and `pull`. The value must be the https URL to which events are posted: at most 2048 characters, without user name, password or spaces. */ readonly url?: string | undefined;
      /** The ARN of the EventBridge bus on which events are put. A webhook has exactly one of `url`, `eventBus` and `pull`. The value must be the ARN of an EventBridge bus, such as arn:aws:events:eu-west-1:111122223333:event-bus/community; a bus of the new kind, event-busv2, can not be used. */ readonly eventBus?: string | undefined;
      /** True if the receiver reads events itself. A webhook has exactly one of `url`, `eventBus` and `pull`. The value must be true, or absent for a webhook with url or eventBus. */ readonly pull?: true | undefined;
      /** The events that the webhook gets: their names, or patterns such as `channel.*`. The value must be an array of 1 to 50 event patterns, such as ["channel.*","message.didCreate"]. */ readonly events?: ReadonlyArray<string> | undefined;
      /** An event pattern of Amazon EventBridge. The webhook gets only events whose content matches this pattern. Null means that there is no filter. The value must be null, or an event pattern of Amazon EventBridge with conditions on event or data, such as {"data":{"channelId":["c1"]}}, of at most 4096 bytes. */ readonly filter?: Readonly<Record<string, unknown>> | null | undefined;
      /** A description for people. The value must be a text of at most 200 characters, without control characters, line breaks or marks that change the direction of text. */ readonly description?: string | undefined;
      /** Custom headers, which the service adds to every request to the receiver. Allowed only with `url`. The value must be an object of at most 20 header names and values. */ readonly headers?: Readonly<Record<string, unknown>> | undefined;
      /** If true, the service sends an additional request for each event, together with the first attempt. This additional request has its signature in the header `x-legacy-signature`. Allowed only with `url`. */ readonly legacySignature?: boolean | undefined;
      /** The largest number of requests per second, as an average over any ten seconds. Null means that there is no ceiling. If the value is 10 or more, the service catches up after a late request. Ten seconds can then have up to 1% more requests than the value allows, plus one request. Not allowed with `pull`. The value must be a number from 0.1 to 1,000, or null for no ceiling. */ readonly maxRequestsPerSecond?: number | null | undefined;
      /** The largest number of requests that are in flight at the same time. Null means that there is no ceiling. Not allowed with `pull`. The value must be an integer from 1 to 64, or null for no ceiling. */ readonly maxConcurrentRequests?: number | null | undefined;
      /** Whether the webhook gets events. */ readonly enabled?: boolean | undefined } | undefined };
    readonly response: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. */ webhookId: string;
      /** The URL to which events are posted; absent for a webhook with `eventBus` or `pull`. */ url?: string | undefined;
      /** The ARN of the EventBridge bus on which events are put; absent for a webhook with `url` or `pull`. */ eventBus?: string | undefined;
      /** True if the receiver reads events itself; absent otherwise. */ pull?: true | undefined;
      /** The events that the webhook gets: their names, or patterns such as `channel.*`. */ events: Array<string>;
      /** An event pattern of Amazon EventBridge. The webhook gets only events whose content matches this pattern. Absent if there is no filter. */ filter?: Record<string, unknown> | undefined;
      /** A description for people, which may be empty. */ description: string;
      /** Custom headers, which the service adds to every request to the receiver. In responses to viewers, the values of these headers are empty. */ headers: { [name: string]: string };
      /** If true, the service sends an additional request for each event, together with the first attempt. This additional request has its signature in the header `x-legacy-signature`. */ legacySignature: boolean;
      /** The largest number of requests per second, as an average over any ten seconds; absent if there is no ceiling. */ maxRequestsPerSecond?: number | undefined;
      /** The largest number of requests that are in flight at the same time; absent if there is no ceiling. */ maxConcurrentRequests?: number | undefined;
      /** What limits the pace of the requests at present; absent if the webhook has no ceiling. */ paceSetBy?: PaceSetter | undefined;
      /** Whether the webhook gets events. */ enabled: boolean;
      /** The state of the webhook. */ state: WebhookState;
      /** Why the webhook is disabled; present while the state is `disabled`. */ disabledReason?: DisabledReason | undefined;
      /** The time since which every attempt has failed; absent if the latest attempt succeeded, or if there was no attempt. */ failingSince?: string | undefined;
      /** The time since which the receiver has been down; present while the state is `down`. */ downSince?: string | undefined;
      /** When the service probes the receiver next, if a delivery waits for the receiver. Present only while the state is `down`. */ nextProbeAt?: string | undefined;
      /** The latest past outages about which a notice was sent. There are at most 10, the oldest first. The service removes them when the webhook is enabled, and when its `url` or `eventBus` is changed. The field is absent if there are no such outages. */ outages?: Array<{
      /** When the first attempt of the outage failed. */ since: string;
      /** When the outage ended, because an attempt succeeded or because the service disabled the webhook. */ until: string }> | undefined;
      /** The latest request that read events of a webhook with `pull`. The service updates this field at most once a minute. The field is absent if there was no such request. */ pulled?: {
      /** When the request was made. */ at: string;
      /** The request has read the events that were accepted until this time. */ until: string } | undefined;
      /** When the webhook was created. */ createdAt: string;
      /** When the configuration or the secrets were last changed. */ updatedAt: string;
      /** Who last changed the configuration or the secrets. If nothing was changed, this is who created the webhook. Absent if the service has not stored this. */ updatedBy?: Actor | undefined;
      /** The secret with which requests are signed. */ secret: string;
      /** Warnings about the number of webhooks; absent if there are no warnings. */ warnings?: Array<string> | undefined };
  };
  /** List webhooks. Lists every webhook of the network, the oldest first, without secrets. */
  readonly listWebhooks: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** The webhooks, the oldest first. */ results: Array<WebhookResponse>;
      /** Warnings about the number of webhooks; absent if there are no warnings. */ warnings?: Array<string> | undefined };
  };
  /** Show a webhook. Shows one webhook, without its secret. */
  readonly showWebhook: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string } };
    readonly response: WebhookResponse;
  };
  /** Create or replace a webhook. Creates or replaces a webhook. This route suits infrastructure as code, because repeating the request changes nothing. If the network has no webhook with this id, the request creates one. In this case, you choose the id, which must not begin with `wh_`. Otherwise the request replaces the whole configuration of the webhook, and fields that are left out get their defaults. The secrets, the log and the statistics of the webhook stay. A webhook whose id the service has made can be replaced as well. */
  readonly putWebhook: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string }; readonly body?: {
      /** The URL to which events are posted. A webhook has exactly one of `url`, `eventBus` and `pull`. The value must be the https URL to which events are posted: at most 2048 characters, without user name, password or spaces. */ readonly url?: string | undefined;
      /** The ARN of the EventBridge bus on which events are put. A webhook has exactly one of `url`, `eventBus` and `pull`. The value must be the ARN of an EventBridge bus, such as arn:aws:events:eu-west-1:111122223333:event-bus/community; a bus of the new kind, event-busv2, can not be used. */ readonly eventBus?: string | undefined;
      /** True if the receiver reads events itself. A webhook has exactly one of `url`, `eventBus` and `pull`. The value must be true, or absent for a webhook with url or eventBus. */ readonly pull?: true | undefined;
      /** The events that the webhook gets: their names, or patterns such as `channel.*`. The value must be an array of 1 to 50 event patterns, such as ["channel.*","message.didCreate"]. */ readonly events?: ReadonlyArray<string> | undefined;
      /** An event pattern of Amazon EventBridge. The webhook gets only events whose content matches this pattern. Null means that there is no filter. The value must be null, or an event pattern of Amazon EventBridge with conditions on event or data, such as {"data":{"channelId":["c1"]}}, of at most 4096 bytes. */ readonly filter?: Readonly<Record<string, unknown>> | null | undefined;
      /** A description for people. The value must be a text of at most 200 characters, without control characters, line breaks or marks that change the direction of text. */ readonly description?: string | undefined;
      /** Custom headers, which the service adds to every request to the receiver. Allowed only with `url`. The value must be an object of at most 20 header names and values. */ readonly headers?: Readonly<Record<string, unknown>> | undefined;
      /** If true, the service sends an additional request for each event, together with the first attempt. This additional request has its signature in the header `x-legacy-signature`. Allowed only with `url`. */ readonly legacySignature?: boolean | undefined;
      /** The largest number of requests per second, as an average over any ten seconds. Null means that there is no ceiling. If the value is 10 or more, the service catches up after a late request. Ten seconds can then have up to 1% more requests than the value allows, plus one request. Not allowed with `pull`. The value must be a number from 0.1 to 1,000, or null for no ceiling. */ readonly maxRequestsPerSecond?: number | null | undefined;
      /** The largest number of requests that are in flight at the same time. Null means that there is no ceiling. Not allowed with `pull`. The value must be an integer from 1 to 64, or null for no ceiling. */ readonly maxConcurrentRequests?: number | null | undefined;
      /** Whether the webhook gets events. */ readonly enabled?: boolean | undefined } | undefined };
    readonly response: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. */ webhookId: string;
      /** The URL to which events are posted; absent for a webhook with `eventBus` or `pull`. */ url?: string | undefined;
      /** The ARN of the EventBridge bus on which events are put; absent for a webhook with `url` or `pull`. */ eventBus?: string | undefined;
      /** True if the receiver reads events itself; absent otherwise. */ pull?: true | undefined;
      /** The events that the webhook gets: their names, or patterns such as `channel.*`. */ events: Array<string>;
      /** An event pattern of Amazon EventBridge. The webhook gets only events whose content matches this pattern. Absent if there is no filter. */ filter?: Record<string, unknown> | undefined;
      /** A description for people, which may be empty. */ description: string;
      /** Custom headers, which the service adds to every request to the receiver. In responses to viewers, the values of these headers are empty. */ headers: { [name: string]: string };
      /** If true, the service sends an additional request for each event, together with the first attempt. This additional request has its signature in the header `x-legacy-signature`. */ legacySignature: boolean;
      /** The largest number of requests per second, as an average over any ten seconds; absent if there is no ceiling. */ maxRequestsPerSecond?: number | undefined;
      /** The largest number of requests that are in flight at the same time; absent if there is no ceiling. */ maxConcurrentRequests?: number | undefined;
      /** What limits the pace of the requests at present; absent if the webhook has no ceiling. */ paceSetBy?: PaceSetter | undefined;
      /** Whether the webhook gets events. */ enabled: boolean;
      /** The state of the webhook. */ state: WebhookState;
      /** Why the webhook is disabled; present while the state is `disabled`. */ disabledReason?: DisabledReason | undefined;
      /** The time since which every attempt has failed; absent if the latest attempt succeeded, or if there was no attempt. */ failingSince?: string | undefined;
      /** The time since which the receiver has been down; present while the state is `down`. */ downSince?: string | undefined;
      /** When the service probes the receiver next, if a delivery waits for the receiver. Present only while the state is `down`. */ nextProbeAt?: string | undefined;
      /** The latest past outages about which a notice was sent. There are at most 10, the oldest first. The service removes them when the webhook is enabled, and when its `url` or `eventBus` is changed. The field is absent if there are no such outages. */ outages?: Array<{
      /** When the first attempt of the outage failed. */ since: string;
      /** When the outage ended, because an attempt succeeded or because the service disabled the webhook. */ until: string }> | undefined;
      /** The latest request that read events of a webhook with `pull`. The service updates this field at most once a minute. The field is absent if there was no such request. */ pulled?: {
      /** When the request was made. */ at: string;
      /** The request has read the events that were accepted until this time. */ until: string } | undefined;
      /** When the webhook was created. */ createdAt: string;
      /** When the configuration or the secrets were last changed. */ updatedAt: string;
      /** Who last changed the configuration or the secrets. If nothing was changed, this is who created the webhook. Absent if the service has not stored this. */ updatedBy?: Actor | undefined;
      /** The secret with which requests are signed; absent if the webhook existed already. */ secret?: string | undefined;
      /** Warnings about the number of webhooks; absent if there are no warnings. */ warnings?: Array<string> | undefined };
  };
  /** Change a webhook. Changes only the fields that the request contains. Requests to the receiver that begin more than 5 s after the change use the new values. This includes retries. Enabling a disabled webhook clears its record of failures. `pull` can not be changed. */
  readonly updateWebhook: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string }; readonly body?: {
      /** The URL to which events are posted. A webhook has exactly one of `url`, `eventBus` and `pull`. The value must be the https URL to which events are posted: at most 2048 characters, without user name, password or spaces. */ readonly url?: string | undefined;
      /** The ARN of the EventBridge bus on which events are put. A webhook has exactly one of `url`, `eventBus` and `pull`. The value must be the ARN of an EventBridge bus, such as arn:aws:events:eu-west-1:111122223333:event-bus/community; a bus of the new kind, event-busv2, can not be used. */ readonly eventBus?: string | undefined;
      /** True if the receiver reads events itself. A webhook has exactly one of `url`, `eventBus` and `pull`. The value must be true, or absent for a webhook with url or eventBus. */ readonly pull?: true | undefined;
      /** The events that the webhook gets: their names, or patterns such as `channel.*`. The value must be an array of 1 to 50 event patterns, such as ["channel.*","message.didCreate"]. */ readonly events?: ReadonlyArray<string> | undefined;
      /** An event pattern of Amazon EventBridge. The webhook gets only events whose content matches this pattern. Null means that there is no filter. The value must be null, or an event pattern of Amazon EventBridge with conditions on event or data, such as {"data":{"channelId":["c1"]}}, of at most 4096 bytes. */ readonly filter?: Readonly<Record<string, unknown>> | null | undefined;
      /** A description for people. The value must be a text of at most 200 characters, without control characters, line breaks or marks that change the direction of text. */ readonly description?: string | undefined;
      /** Custom headers, which the service adds to every request to the receiver. Allowed only with `url`. The value must be an object of at most 20 header names and values. */ readonly headers?: Readonly<Record<string, unknown>> | undefined;
      /** If true, the service sends an additional request for each event, together with the first attempt. This additional request has its signature in the header `x-legacy-signature`. Allowed only with `url`. */ readonly legacySignature?: boolean | undefined;
      /** The largest number of requests per second, as an average over any ten seconds. Null means that there is no ceiling. If the value is 10 or more, the service catches up after a late request. Ten seconds can then have up to 1% more requests than the value allows, plus one request. Not allowed with `pull`. The value must be a number from 0.1 to 1,000, or null for no ceiling. */ readonly maxRequestsPerSecond?: number | null | undefined;
      /** The largest number of requests that are in flight at the same time. Null means that there is no ceiling. Not allowed with `pull`. The value must be an integer from 1 to 64, or null for no ceiling. */ readonly maxConcurrentRequests?: number | null | undefined;
      /** Whether the webhook gets events. */ readonly enabled?: boolean | undefined } | undefined };
    readonly response: WebhookResponse;
  };
  /** Delete a webhook. Deletes a webhook and its secrets. From 5 s after the deletion, the service sends no request to the receiver, not even for a pending delivery. The delivery log of the webhook is no longer shown. */
  readonly deleteWebhook: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string } };
    readonly response: {
      /** The request has succeeded. */ status: 'success' };
  };
  /** Reveal the secrets of a webhook. Shows the secrets that sign requests now, and the secrets that begin to sign requests at a later time (`activeFrom`). Usually, a webhook has one secret. During a rotation, it has more. The signature in `x-service-signature` is made with the newest active secret. The header `webhook-signature` has one signature for each active secret. The audit trail gets an entry about who has requested the secrets. */
  readonly revealSecret: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string } };
    readonly response: {
      /** The secrets that sign requests now, and the secrets that begin to sign requests at a later time (`activeFrom`). The newest secret is first. */ secrets: Array<WebhookSecret> };
  };
  /** Rotate the secret of a webhook. Creates a secret that takes effect after `takesEffectInHours` (0 by default). After that, the earlier secrets continue to sign requests for `overlapHours` (24 by default), together with the new secret. A secret that an earlier rotation ends sooner still ends at that time. If an earlier rotation has not taken effect yet, the new rotation replaces it. The service stores at most 3 secrets of a webhook. If a rotation would exceed this number, the oldest secret ends immediately. The body of this request is optional. */
  readonly rotateSecret: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string }; readonly body?: {
      /** The number of hours until the new secret begins to sign requests. The value must be a number of hours from 0 to 168. */ readonly takesEffectInHours?: number | undefined;
      /** The number of hours for which the earlier secrets continue to sign requests, together with the new secret. The value must be a number of hours from 0 to 168. */ readonly overlapHours?: number | undefined } | undefined };
    readonly response: {
      /** The secrets that sign requests now, and the secrets that begin to sign requests at a later time (`activeFrom`). The newest secret is first. */ secrets: Array<WebhookSecret> };
  };
  /** Check a receiver. Sends up to 8 requests with the event `webhook.checkup`, and reports how the receiver handles each request. The requests are: a valid request, a forged request, an old request, a repetition, a request with an earlier event, a request during a rotation of the secret, a legacy request, and a request with a large body. If the webhook has `eventBus`, the check-up only puts one event on the bus. A check-up always counts as 8 test events. The requests are sent even if the webhook is disabled. They appear neither in the log nor in the statistics. */
  readonly checkUpWebhook: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string } };
    readonly response: {
      /** A verdict on each question. */ results: Array<CheckupResult> };
  };
  /** List deliveries. Lists the deliveries to a webhook, in the order in which their events were accepted, the latest event first. Deliveries are stored for 30 days, or for a shorter time that the stage sets. `since` and `until` limit the time at which the events were accepted. Both limits are inclusive. If few deliveries match, a page can have fewer deliveries than `limit`, or even none, although more pages follow. Only the last page has no `start`. */
  readonly listDeliveries: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string }; readonly query?: {
      /** Only deliveries in this state. */ readonly state?: DeliveryState | undefined;
      /** Only deliveries of events with this name. */ readonly event?: string | undefined;
      /** Only deliveries of this class. */ readonly class?: DeliveryResult | undefined;
      /** Only deliveries whose last attempt got this HTTP status. */ readonly statusCode?: number | undefined;
      /** Only deliveries of events that were accepted at this time or later. */ readonly since?: string | undefined;
      /** Only deliveries of events that were accepted at this time or earlier. */ readonly until?: string | undefined;
      /** The largest number of deliveries on a page. */ readonly limit?: number | undefined;
      /** The `start` of the previous page. If this parameter is absent, the response is the first page. */ readonly start?: string | undefined } | undefined };
    readonly response: {
      /** The deliveries, in the order in which their events were accepted, the latest event first. */ results: Array<DeliverySummary>;
      /** The position where the page ends. Pass this value as `start` to get the next page. The last page has no `start`. */ start?: string | undefined };
  };
  /** List deliveries to all webhooks. Lists the deliveries to all webhooks of the network, in the order in which their events were accepted, the latest event first. The parameters and the pages are the same as for the list of a single webhook. Deliveries to deleted webhooks are not listed. */
  readonly listNetworkDeliveries: {
    readonly request: { readonly query?: {
      /** Only deliveries in this state. */ readonly state?: DeliveryState | undefined;
      /** Only deliveries of events with this name. */ readonly event?: string | undefined;
      /** Only deliveries of this class. */ readonly class?: DeliveryResult | undefined;
      /** Only deliveries whose last attempt got this HTTP status. */ readonly statusCode?: number | undefined;
      /** Only deliveries of events that were accepted at this time or later. */ readonly since?: string | undefined;
      /** Only deliveries of events that were accepted at this time or earlier. */ readonly until?: string | undefined;
      /** The largest number of deliveries on a page. */ readonly limit?: number | undefined;
      /** The `start` of the previous page. If this parameter is absent, the response is the first page. */ readonly start?: string | undefined } | undefined };
    readonly response: {
      /** The deliveries, in the order in which their events were accepted, the latest event first. */ results: Array<DeliveryOfWebhook>;
      /** The position where the page ends. Pass this value as `start` to get the next page. The last page has no `start`. */ start?: string | undefined };
  };
  /** Show a delivery. Shows one delivery with its payload and its latest 24 attempts. */
  readonly showDelivery: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string;
      /** The id of the delivery. The service derives this id from the event and the webhook, so all attempts to deliver the event to the webhook have the same id. The value must be a delivery id: 26 characters of 0-9 and A-Z. */ readonly deliveryId: string } };
    readonly response: DeliveryDetail;
  };
  /** Find a delivery. Finds a delivery by its id, without the id of the webhook. Receivers get the id of the delivery in the header `webhook-id`. Deliveries to deleted webhooks are not found. */
  readonly findDelivery: {
    readonly request: { readonly parameters: {
      /** The id of the delivery. The service derives this id from the event and the webhook, so all attempts to deliver the event to the webhook have the same id. The value must be a delivery id: 26 characters of 0-9 and A-Z. */ readonly deliveryId: string } };
    readonly response: DeliveryOfWebhook;
  };
  /** Show an event. Shows one event with its payload, its outcome at each webhook, and its deliveries. Events are stored for 30 days, or for a shorter time that the stage sets. A delivery is shown as soon as its first attempt has ended, or as soon as it waits for its receiver. Deliveries to deleted webhooks are not shown. */
  readonly showEvent: {
    readonly request: { readonly parameters: {
      /** The id of the event. No other stored event of the network has the same id. The value must be an event id: a string of 1 to 64 characters without control characters. */ readonly eventId: string } };
    readonly response: {
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event. */ event: string;
      /** When the event happened, according to the request that posted it. If the request had no `occurredAt`, this is the time of acceptance. */ occurredAt: string;
      /** When the service accepted the event. */ acceptedAt: string;
      /** The id of the trace with which the event was posted; absent if the event had no trace. */ traceId?: string | undefined;
      /** The exact text that receivers get; absent if it was erased. */ payload?: string | undefined;
      /** The outcome of the event at each webhook, in the order in which the webhooks were created. */ webhooks: Array<{
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. */ webhookId: string;
      /** The outcome of the event at the webhook. */ outcome: EventOutcome }>;
      /** The deliveries of the event, in the order in which their webhooks were created. */ deliveries: Array<DeliveryOfWebhook> };
  };
  /** Erase an event's payload. Removes the payload of an event, and the responses of receivers to the event. If a delivery of the event still waits, it fails with the class `event_erased`. Repeat the request as long as the response is 202, because attempts that began before the erasure may still send the payload. The id and the name of the event stay. Activity records that were made from the event also stay. Some copies of the payload are deleted later. Copies in the stream of the table are deleted after a day. Copies in messages of queues are deleted within minutes, or within 14 days during a fault of the service. Copies in backups are deleted after 35 days. If the event is a test event that was sent with an idempotency key, the copy in the stored response is deleted after a day. If a webhook was deleted before the erasure, the responses of its receiver are deleted at the end of their retention. The network needs no feature for this request. */
  readonly eraseEventData: {
    readonly request: { readonly parameters: {
      /** The id of the event. No other stored event of the network has the same id. The value must be an event id: a string of 1 to 64 characters without control characters. */ readonly eventId: string } };
    readonly response: {
      /** Whether the erasure is complete. `success`: The payload of the event is removed, and no delivery of the event waits any more. The copies that the description names are deleted later. `pending`: The payload is removed, but attempts that have already begun may still send it. Repeat the request. */ status: 'success' | 'pending' };
  };
  /** Send a test event. Sends one event to the receiver, and returns the attempt, whether it has succeeded or failed. `event` is the name of the event, `channel.didCreate` by default. `data` is its payload, by default the sample of the event type. The request to the receiver is signed like any other request, and is never retried. It is sent even if the webhook is disabled. If the patterns or the filter of the webhook would exclude the event, the request is still sent, and the response has `leftOut`. The log shows the delivery as a test. The delivery is not in the statistics, and does not change the state of the webhook. The body of this request is optional. */
  readonly sendTestEvent: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string }; readonly body?: {
      /** The name of the event to send. The value must be an event name such as channel.didCreate: 2 to 4 parts joined by dots, the first part in lower case, at most 100 characters. */ readonly event?: string | undefined;
      /** The payload, in place of the event type's sample. The value must be a JSON object. */ readonly data?: Readonly<Record<string, unknown>> | undefined } | undefined };
    readonly response: {
      /** The number of the attempt. The first attempt of a delivery has the number 1. */ number: number;
      /** When the attempt began. */ startedAt: string;
      /** The time from the start of the attempt to its outcome, in milliseconds. */ milliseconds: number;
      /** How the attempt ended. */ class: DeliveryClass;
      /** The HTTP status of the receiver's response; absent if no status line arrived. */ statusCode?: number | undefined;
      /** The code of the error that ended the attempt. The code comes from OpenSSL, Node.js or the operating system. It is absent if the attempt ended with a complete response or with the time-out, or if the error has no code. */ errorCode?: string | undefined;
      /** The IP address to which the request was sent, without brackets; absent if there was no connection. */ remoteAddress?: string | undefined;
      /** The first 1 KiB of the body of the response, as text; absent if it was empty. */ responseStart?: string | undefined;
      /** The headers of the response, one on each line, without `Set-Cookie`. The text has at most 1,024 characters. This field is present only in the latest attempt, and only if the status of the response was not 2xx. */ responseHeaders?: string | undefined;
      /** The id of the delivery. The service derives this id from the event and the webhook, so all attempts to deliver the event to the webhook have the same id. */ deliveryId: string;
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event that was sent. */ event: string;
      /** The exact text that the receiver got. */ payload: string;
      /** True if the patterns or the filter of the webhook would exclude such an event; absent otherwise. */ leftOut?: true | undefined };
  };
  /** Replay a delivery. Sends the delivery again, whatever its state is, and starts a new retry schedule. If a retry is pending, the new attempt replaces it. If the event has expired, its payload was erased, or the webhook is disabled, the response is 400. If the receiver is down, the delivery waits together with the other deliveries to this receiver, and the service attempts one of them immediately. As soon as an attempt succeeds, the service sends the other deliveries. */
  readonly replayDelivery: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string;
      /** The id of the delivery. The service derives this id from the event and the webhook, so all attempts to deliver the event to the webhook have the same id. The value must be a delivery id: 26 characters of 0-9 and A-Z. */ readonly deliveryId: string } };
    readonly response: DeliverySummary;
  };
  /** Try a receiver now. Call this route after the repair of a receiver that was down or struggling. The service attempts one delivery immediately. If the attempt succeeds, the service sends all waiting deliveries, including deliveries whose retry is not due yet. Each request to the receiver counts as an attempt of its delivery. If the webhook is disabled, the response is 400. */
  readonly retryNow: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string } };
    readonly response: {
      /** The request has succeeded. */ status: 'success' };
  };
  /** Recover events. Sends events that the receiver has missed. The service considers the events that were accepted from `since` to `until`, and that the present configuration of the webhook selects. By default, it sends events whose delivery has failed, except for deliveries that the receiver has aborted. It also sends events that have no delivery, for example because the webhook was disabled or did not exist. Use `state`, `event`, `class` and `statusCode` to select other events. The oldest events are sent first, at a pace that does not flood the receiver. If `dryRun` is true, nothing is sent, and the response has the number of events that would be sent. To see the progress of a recovery, send a dry run with `askedAt`. If counting takes too long, a dry run stops counting at `countedUntil`. To continue the count, repeat the dry run with the `start` of its response. */
  readonly recoverDeliveries: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string }; readonly body: {
      /** Only events that were accepted at this time or later. The value must be an ISO 8601 time stamp with a zone, such as 2024-02-28T12:00:00.000Z. */ readonly since: string;
      /** Only events that were accepted at this time or earlier. The default is the time of the request. The value must be an ISO 8601 time stamp with a zone, such as 2024-02-28T12:00:00.000Z. */ readonly until?: string | undefined;
      /** The state of the deliveries to send again. If this value is `failed`, and neither `class` nor `statusCode` is given, the service also sends events without a delivery. The value must be delivered, retrying or failed. */ readonly state?: DeliveryState | undefined;
      /** Only events with this name. The value must be an event name such as channel.didCreate: 2 to 4 parts joined by dots, the first part in lower case, at most 100 characters. */ readonly event?: string | undefined;
      /** Only deliveries of this class. The value must be a class of deliveries, such as http_5xx or timeout. */ readonly class?: DeliveryResult | undefined;
      /** Only deliveries whose last attempt got this HTTP status. The value must be an HTTP status code, from 100 to 599. */ readonly statusCode?: number | undefined;
      /** If true, nothing is sent. The response has the number of events that would be sent. */ readonly dryRun?: boolean | undefined;
      /** The `progress.at` in the response to a recovery, or to a dry run before the recovery. In the response to this dry run, `progress` counts the deliveries that were sent since that time. Allowed only if `dryRun` is true. The value must be an ISO 8601 time stamp with a zone, such as 2024-02-28T12:00:00.000Z. */ readonly askedAt?: string | undefined;
      /** The `start` in the response to a dry run that has not counted all events. Send the same `since` and `until` again, and add the numbers of the two responses. Allowed only if `dryRun` is true. The value must be a delivery id: 26 characters of 0-9 and A-Z. */ readonly start?: string | undefined } };
    readonly response: {
      /** How many events will be sent, or `started` if counting them takes too long. In a dry run, `recovering` is always a number. If the response has `countedUntil`, the number does not include events that were accepted after this time. */ recovering: Recovering;
      /** The progress of the deliveries that recoveries have sent since `askedAt`. */ progress: {
      /** When the deliveries were counted. */ at: string;
      /** The number of deliveries that still wait for their attempt. */ waiting: number;
      /** The number of deliveries that have succeeded. */ delivered: number;
      /** The number of deliveries that were attempted but have not succeeded, plus the number of deliveries that failed without an attempt. */ failed: number;
      /** True if no counted delivery waits any more, and none remains to be sent. Also true if the webhook is disabled. */ ended: boolean;
      /** True if the recovery was stopped, so that its remaining deliveries will not be sent; absent otherwise. */ stopped?: true | undefined };
      /** The time up to which a dry run has counted events; absent if all events were counted. */ countedUntil?: string | undefined;
      /** The position at which the count of a dry run stopped; absent if all events were counted. Pass this value as `start` in another dry run with the same `since` and `until`. */ start?: string | undefined };
  };
  /** Stop recoveries. Stops the recoveries of the webhook that began at the time `askedAt` or earlier. Within about ten seconds, the service stops sending requests for these recoveries. A delivery that still waits because of a stopped recovery gets the state that it had before the recovery: `failed` or `delivered`. A delivery that was already attempted keeps its state and its retries. A delivery that was `retrying` before the recovery also keeps its state and its retries. */
  readonly stopRecoveries: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string }; readonly query?: {
      /** The `progress.at` in the response to a recovery. The service stops this recovery and all earlier ones. Later recoveries continue. The default is the time of the request. */ readonly askedAt?: string | undefined } | undefined };
    readonly response: {
      /** The request has succeeded. */ status: 'success' };
  };
  /** Read events. Returns the events for a webhook with `pull`, the oldest first. A response has at most 100 events, and at most 1 MiB of payloads. The receiver signs the query of the request with the secret of the webhook, in the same way as deliveries are signed. Instead of a signature, the request can have a token of the role `server` or `admin`. Each event is returned at least once, a few seconds after its acceptance. A receiver recognizes a repeated event by its `eventId`. If `pollAfterSeconds` is 0, send the next request immediately. */
  readonly pullEvents: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string }; readonly query?: {
      /** The id of the network (tenant). A signed request must have it. */ readonly networkId?: string | undefined;
      /** The `next` of the previous response. If neither `after` nor `since` is given, the first events are those that were accepted after the creation of the webhook. */ readonly after?: string | undefined;
      /** Give `since` in place of `after` to read the events that were accepted at this time or later. */ readonly since?: string | undefined;
      /** The largest number of events in a response. */ readonly limit?: number | undefined } | undefined };
    readonly response: {
      /** The events, the oldest first. The list can be empty although more events follow. */ results: Array<{
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event. */ event: string;
      /** When the service accepted the event. */ acceptedAt: string;
      /** The payload of the event: the exact text that a request to a receiver would have. */ payload: string }>;
      /** The position after the last event of the response. It is always present. Store this value after you have handled the events, and pass it as `after` in the next request. */ next: string;
      /** The number of seconds to wait before the next request. It is 0 if there may be more events now. */ pollAfterSeconds: number };
  };
  /** Source addresses. Lists the addresses from which the service sends webhooks. The firewall of a receiver can allow these addresses. They are the same for all networks of the stage. An address does not prove who has sent a request, so receivers must verify the signature as well. */
  readonly listSourceAddresses: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: SourceAddresses;
  };
  /** Statistics of every webhook. Counts the attempts to each webhook of the network in the last 24 hours, including the current hour. Attempts of the last few seconds may be missing. */
  readonly listWebhookStatistics: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** One entry for each webhook of the network. */ results: Array<WebhookCounts> };
  };
  /** Statistics of a webhook. Counts the attempts to a webhook, hour by hour, the oldest hour first. It also counts the failed attempts by status code or class, and by event. Hours without attempts are left out. Attempts of the last few seconds may be missing. */
  readonly showWebhookStatistics: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id; otherwise, the service made it. The value must be a webhook id: 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., beginning with a letter or digit. */ readonly webhookId: string }; readonly query?: {
      /** The number of hours, including the current hour. */ readonly hours?: number | undefined } | undefined };
    readonly response: {
      /** The attempts of each hour, the oldest hour first. Hours without attempts are left out. */ hours: Array<HourlyCounts>;
      /** The attempts of the last two hours, as far as these are among the `hours` of the request, counted in periods of five minutes, the oldest period first. Periods without attempts are left out. */ periods: Array<{
      /** The start of the period of five minutes. */ at: string;
      /** The number of attempts that succeeded. */ delivered: number;
      /** The number of attempts that failed. */ failed: number }>;
      /** The number of failed attempts by their result. The result is the status code if the code is a common one, and otherwise the class. */ failuresByResult: { [name: string]: number };
      /** The number of failed attempts by the name of the event. Events that are not in the catalogue are counted as `other`. */ failuresByEvent: { [name: string]: number } };
  };
  /** Statistics of the network. Counts the attempts to all webhooks of the network together, hour by hour, the oldest hour first. It also counts the failed attempts by status code or class, and by event. Hours without attempts are left out. Attempts of the last few seconds may be missing. */
  readonly showStatistics: {
    readonly request: { readonly query?: {
      /** The number of hours, including the current hour. */ readonly hours?: number | undefined } | undefined };
    readonly response: {
      /** The attempts of each hour, the oldest hour first. Hours without attempts are left out. */ hours: Array<HourlyCounts>;
      /** The attempts of the last two hours, as far as these are among the `hours` of the request, counted in periods of five minutes, the oldest period first. Periods without attempts are left out. */ periods: Array<{
      /** The start of the period of five minutes. */ at: string;
      /** The number of attempts that succeeded. */ delivered: number;
      /** The number of attempts that failed. */ failed: number }>;
      /** The number of failed attempts by their result. The result is the status code if the code is a common one, and otherwise the class. */ failuresByResult: { [name: string]: number };
      /** The number of failed attempts by the name of the event. Events that are not in the catalogue are counted as `other`. */ failuresByEvent: { [name: string]: number } };
  };
  /** Export a user's data. Returns one page of what is stored about a user. The first pages have the blocks that the user made, and the later pages have the activity records of the user. No page contains the blocks that other users made of this user. No page contains events either, because your own back end has posted them. The last page has no `pageToken`. The network needs no feature for this request. */
  readonly exportUser: {
    readonly request: { readonly parameters: {
      /** The id of the user. The value must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters. */ readonly userId: string }; readonly query?: {
      /** The `pageToken` of the previous page. If this parameter is absent, the response is the first page. */ readonly pageToken?: string | undefined } | undefined };
    readonly response: {
      /** The blocks that the user made. */ blocks: Array<BlockedUser>;
      /** The activity records of the user. */ activities: Array<ActivityRecord>;
      /** The position where the page ends. Pass this value as `pageToken` to get the next page. The last page has no `pageToken`. */ pageToken?: string | undefined };
  };
  /** Erase a user's data. Erases the blocks that the user made, the blocks that other users made of this user, and the activity records of the user. If the audit trail has entries about admin links for the user, the request removes the id of the user from these entries. Repeat the request as long as the response is 202. Repeat it once more a day later, because events that were posted earlier can still create activity records. The request erases neither the payloads of events nor the responses of receivers to these events. The service deletes payloads and responses at the end of their retention. To erase them earlier, erase the payload of each event (`eraseEventData`). The audit trail keeps its entries about what the user did as an admin. The network needs no feature for this request. */
  readonly eraseUser: {
    readonly request: { readonly parameters: {
      /** The id of the user. The value must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters. */ readonly userId: string } };
    readonly response: {
      /** Whether the erasure is complete. `success`: The erasure is complete. `pending`: Some of the data may remain. Repeat the request. */ status: 'success' | 'pending';
      /** How many items this request has removed. */ removed: {
      /** The number of blocks that the user made. */ blocks: number;
      /** The number of blocks that other users made of this user. */ blockedBy: number;
      /** The number of activity records. */ activities: number;
      /** The number of markers. Markers prevent a comment from being recorded twice. */ markers: number;
      /** The number of entries of the audit trail from which the request has removed the id of the user. These entries are about admin links for the user. */ auditEntries: number };
      /** The kinds of data that may remain. */ left: Array<'blocks' | 'blockedBy' | 'activities' | 'markers' | 'auditEntries'> };
  };
  /** Make a link into the admin panel. Makes a link that opens the admin panel for a person whom your own product has signed in. The link can be opened once, within 10 minutes. The audit trail gets an entry about the link. If the person changes something later, the entry about the change has the id of the person. The network needs no feature for this request. */
  readonly createAdminLink: {
    readonly request: { readonly body: {
      /** The id of the person whom the link signs in. The audit trail shows this id. The value must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters. */ readonly user: string;
      /** What the person may do. `admin`: The person may see and change everything that an admin may. `viewer`: The person may see everything except secrets, and may change nothing. The value must be admin or viewer. */ readonly role?: 'admin' | 'viewer' | undefined;
      /** How many seconds the person stays signed in after opening the link. The value must be an integer from 60 to 43200. */ readonly sessionSeconds?: number | undefined } };
    readonly response: {
      /** The URL of the panel, followed by `#link=` and the code; absent if the stage has no setting for the URL of its panel. */ link?: string | undefined;
      /** The code of the link, which the panel exchanges for an access token. */ code: string;
      /** The time until which the link can be opened. */ expiresAt: string };
  };
  /** Exchange the code of an admin link for an access token. The panel calls this route. A code works once. The caller chooses a random text as `attempt`. If the response is lost, the caller can repeat the request with the same `attempt` to get a token. If the code was used with another `attempt`, is unknown or has expired, the response is 404. The code of an operator's own link is an exception: this code works any number of times until the link expires. */
  readonly redeemAdminLink: {
    readonly request: { readonly body: {
      /** The code of the link. The value must be the code of a link: 43 characters of A-Z, a-z, 0-9, - and _. */ readonly code: string;
      /** A random text, which is the same in all repetitions of the request. The value must be 16 to 64 characters of A-Z, a-z, 0-9, - and _. */ readonly attempt: string } };
    readonly response: {
      /** An access token of the person. */ token: string };
  };
  /** Show the network. Shows the settings of the network that the token names. The network needs no feature for this request, so that an admin can see which features are off. */
  readonly showNetwork: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: NetworkResponse;
  };
  /** List the audit trail. Lists who changed what in the network, the latest entry first. Entries are stored for 400 days, or for a shorter time that the stage sets. If `webhookId` is given, only the entries about this webhook are listed. The webhook can be a deleted one. `since` and `until` limit the time of the entries. Both limits are inclusive. An entry is listed within a few seconds after the action. The last page has no `start`. The network needs no feature for this request. */
  readonly listAudit: {
    readonly request: { readonly query?: {
      /** Only entries about this webhook, which can be a deleted one. */ readonly webhookId?: string | undefined;
      /** Only entries about actions at this time or later. */ readonly since?: string | undefined;
      /** Only entries about actions at this time or earlier. */ readonly until?: string | undefined;
      /** The largest number of entries on a page. */ readonly limit?: number | undefined;
      /** The `start` of the previous page. If this parameter is absent, the response is the first page. */ readonly start?: string | undefined } | undefined };
    readonly response: {
      /** The entries, the latest first. */ results: Array<AuditEntry>;
      /** The position where the page ends. Pass this value as `start` to get the next page. The last page has no `start`. */ start?: string | undefined };
  };
  /** Show who gets notices by e-mail. Shows the e-mail addresses to which notices about the webhooks of the network are sent. */
  readonly showNoticeSettings: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** The e-mail addresses for notices. */ addresses: Array<string>;
      /** The addresses that get no notices yet, because their owners have not confirmed them. */ unconfirmed: Array<string>;
      /** The counts of the current day (UTC). */ today: {
      /** The number of mails with notices that were sent. */ mails: number;
      /** The number of notices that were not sent by e-mail, because a daily limit was reached. */ heldBack: number };
      /** The address from which mails are sent; absent if the stage sends no mails. */ sender?: string | undefined };
  };
  /** Change who gets notices by e-mail. Replaces the e-mail addresses that get notices about the webhooks of the network. An empty list removes all addresses. Each new address gets a mail with a link, by which its owner confirms the address. Before the confirmation, the address gets no other mail. If a later request contains an address that is still unconfirmed, the address gets another mail with a link, but only if the last mail to the address is at least ten minutes old. A network can send at most 20 of these mails a day (UTC). */
  readonly changeNoticeSettings: {
    readonly request: { readonly body: {
      /** The e-mail addresses for notices, which replace all earlier addresses. The value must be an array of at most 10 e-mail addresses. */ readonly addresses: ReadonlyArray<string> } };
    readonly response: {
      /** The e-mail addresses for notices. */ addresses: Array<string>;
      /** The addresses that get no notices yet, because their owners have not confirmed them. */ unconfirmed: Array<string>;
      /** The counts of the current day (UTC). */ today: {
      /** The number of mails with notices that were sent. */ mails: number;
      /** The number of notices that were not sent by e-mail, because a daily limit was reached. */ heldBack: number };
      /** The address from which mails are sent; absent if the stage sends no mails. */ sender?: string | undefined };
  };
  /** Confirm an address for notices. Confirms an address, so that the address gets notices from then on. The link in the mail leads to a page that calls this route. The request needs no access token, because the link contains a token of its own. That token can be used once, within 72 hours. */
  readonly confirmNoticeAddress: {
    readonly request: { readonly body: {
      /** The id of the network (tenant). The value must be a network id: 1 to 32 characters of a-z, 0-9 and -, beginning with a letter or digit. */ readonly networkId: string;
      /** The token that proves who owns the address. The value must be the token of the link in the mail. */ readonly token: string } };
    readonly response: {
      /** The confirmed address, which gets notices from now on. */ address: string };
  };
  /** Send a test mail. Immediately sends one mail to all confirmed addresses. The mail says that it is a test. A network can send at most 20 test mails a day (UTC). */
  readonly sendTestNotice: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** The addresses to which the mail is sent. */ addresses: Array<string> };
  };
  /** Health. Responds while the API accepts requests. A monitor can also send HEAD to get the same response without a body. */
  readonly getHealth: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** The API accepts requests. */ status: 'ok' };
  };
  /** This document. The OpenAPI 3.1 document of this API. */
  readonly getOpenApi: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** The version of the OpenAPI specification. */ openapi: string } & { [name: string]: unknown };
  };
}
