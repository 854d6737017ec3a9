/** Types of requests and responses. Generated from `contract/` by `npm run generate`. */

export type ActivityPosition = {
      /** The time of the action. The seconds have six decimal places. */ createdAt: string;
      /** The id of the network and the id of the user who acted, joined by an underscore. */ networkId_userId: string };

export type ActivityRecord = {
      /** The time of the action. The seconds have six decimal places. */ createdAt: string;
      /** The id of the network and the id of the user who acted, joined by an underscore. */ networkId_userId: string;
      /** The id of the target, which is a post or a comment. */ targetId: string;
      /** The type of the target. `post`: The user reacted to a post, or commented on a post. `comment`: The user reacted to a comment, or replied to a comment. */ targetType: 'post' | 'comment';
      /** The id of the reaction or comment that was created or removed. */ objectId: string;
      /** Either `comment`, or `reaction_` followed by the type of the reaction. */ objectType: 'comment' | `reaction_${string}`;
      /** The type of the parent, which is always a post. */ parentType: 'post';
      /** The id of the post. If the target is a comment, the value is the id of the post to which the comment belongs. */ parentId: string;
      /** The record is about a removal. In all other records, the field is absent. */ action?: 'removed' | undefined };

export type Actor = {
      /** The kind of the actor. */ kind: ActorKind;
      /** For an admin or a back end, the user id in the access token. For an operator, the name of the operator. The field is absent if the actor is the service itself. */ name?: string | undefined };

/** The kind of the actor. `admin`: An admin of the network. `operator`: An operator of the stage, who used the command line. `server`: The network's back end. `service`: The service itself. */
export type ActorKind = 'admin' | 'operator' | 'server' | 'service';

export type Attempt = {
      /** The sequence number of the attempt. The first attempt of a delivery has the number 1. */ number: number;
      /** The time at which the attempt began. */ startedAt: string;
      /** The duration of the attempt in milliseconds. */ milliseconds: number;
      /** The result of the attempt. */ class: DeliveryClass;
      /** The HTTP status of the receiver's response. The field is absent if no valid status line arrived, or if EventBridge responded with 200 but did not accept the event. */ statusCode?: number | undefined;
      /** The code of the error that ended the attempt. The code comes from OpenSSL, Node.js, the HTTP parser or the operating system. The field is absent if the attempt ended with a complete response or with a time-out, or if the error has no such code. */ errorCode?: string | undefined;
      /** The IP address, without brackets, to which the service sent the request. The field is absent if there was no connection. */ remoteAddress?: string | undefined;
      /** The first 1 KiB of the response body, decoded as UTF-8. The field is absent if there was no body, or if the payload of the event was erased. */ responseStart?: string | undefined;
      /** The headers of the response, except `Set-Cookie`. Each line of the value contains one header. The value has at most 1,024 characters. The field is present only in the latest attempt, and only if the status of the response was not 2xx. The field is absent if the payload of the event was erased. */ responseHeaders?: string | undefined };

/** The action. `webhookCreated`: Created the webhook. `webhookUpdated`: Changed the webhook. `webhookDisabled`: Disabled the webhook. `webhookDeleted`: Deleted the webhook. `secretRotated`: Rotated the secret. `secretRevealed`: Revealed the secret. `testEventSent`: Sent a test event. `receiverCheckedUp`: Checked the receiver. `deliveryReplayed`: Replayed a delivery. `deliveriesRecovered`: Recovered deliveries. `recoveriesStopped`: Stopped recoveries. `retriedNow`: Tried the receiver now. `noticeAddressesChanged`: Changed who gets notices by e-mail. `testNoticeSent`: Sent a test mail. `networkCreated`: Created the network. `networkChanged`: Changed the network. `networkDeleted`: Deleted the network. `networkKeyAdded`: Added a signing key. `networkKeyRemoved`: Removed a signing key. `networkKeyRevealed`: Revealed a signing key. `adminLinkCreated`: Made a link into the panel. `usersErased`: Erased users. `eventErased`: Erased the payload of an event. */
export type AuditAction = 'webhookCreated' | 'webhookUpdated' | 'webhookDisabled' | 'webhookDeleted' | 'secretRotated' | 'secretRevealed' | 'testEventSent' | 'receiverCheckedUp' | 'deliveryReplayed' | 'deliveriesRecovered' | 'recoveriesStopped' | 'retriedNow' | 'noticeAddressesChanged' | 'testNoticeSent' | 'networkCreated' | 'networkChanged' | 'networkDeleted' | 'networkKeyAdded' | 'networkKeyRemoved' | 'networkKeyRevealed' | 'adminLinkCreated' | 'usersErased' | 'eventErased';

export type AuditChange = {
      /** The name of the field. */ field: string;
      /** The value before the change. The field is absent if there was no value, or if the value is secret. */ from?: string | undefined;
      /** The value after the change. The field is absent if there is no value, or if the value is secret. */ to?: string | undefined };

export type AuditEntry = {
      /** The id of the entry. Ids ascend with time. */ entryId: string;
      /** The time of the action. */ at: string;
      /** The actor who did the action. */ by: Actor;
      /** The action. */ action: AuditAction;
      /** The id of the webhook that the entry is about. The field is absent if the entry is not about a webhook. */ webhookId?: string | undefined;
      /** The id of the delivery that was replayed. The field is present only if the action is `deliveryReplayed`. */ deliveryId?: string | undefined;
      /** The fields that the action has changed. If the action changes no fields, the list is empty, or contains details of the action, such as the id of an erased event. */ changes: Array<AuditChange> };

export type BlockListPosition = {
      /** The id of the blocked user. */ blocked_userId: string;
      /** The id of the network and the id of the user who made the block, joined by an underscore. */ netid_uid: string };

export type BlockedUser = {
      /** The id of the blocked user. */ blocked_userId: string;
      /** The id of the network and the id of the user who made the block, joined by an underscore. */ netid_uid: string;
      /** The time at which the user was blocked. The field is absent if the service has not stored the time. */ createdAt?: string | undefined;
      /** The time at which the block ends. The field is absent if the block has no end. */ expiresAt?: string | undefined };

/** The name, the logo and the accent colour that the admin panel shows for the network. A value is present only if an operator has set it. */
export type Branding = {
      /** The name that the panel shows. */ name?: string | undefined;
      /** The logo, as a `data:` URL. */ logo?: string | undefined;
      /** The accent colour. */ accent?: {
      /** The colour in light mode. */ light: string;
      /** The colour in dark mode. */ dark: string } | undefined };

/** The question about the receiver. `accepts_valid`: Does the receiver accept a valid request? If the answer is no, the check-up sends no other request. `refuses_wrong_signature`: Does the receiver respond with 4xx to a request that is signed with a wrong secret? `refuses_old_timestamp`: Does the receiver respond with 4xx to a request that was signed an hour ago? `accepts_repetition`: Does the receiver accept a repetition of the valid request? `accepts_other_order`: Does the receiver accept a request whose event is older than the event of the valid request? `accepts_rotation`: Does the receiver accept a request that contains a second signature, which is made with a secret that the receiver does not know yet? If a rotation is scheduled, the header `webhook-signature` contains only one signature, which is made with the next secret. `accepts_legacy`: Does the receiver respond with 2xx or 4xx to a request that has the header `x-legacy-signature`? The check-up asks this question only if `legacySignature` is true. `accepts_large`: Does the receiver accept a body of almost 256 KiB? `is_quick`: Did the receiver respond to each accepted request in less than half a second? The check-up sends no request for this question. */
export type CheckupQuestion = 'accepts_valid' | 'refuses_wrong_signature' | 'refuses_old_timestamp' | 'accepts_repetition' | 'accepts_other_order' | 'accepts_rotation' | 'accepts_legacy' | 'accepts_large' | 'is_quick';

export type CheckupResult = {
      /** The question about the receiver. */ question: CheckupQuestion;
      /** The verdict on the question. */ verdict: CheckupVerdict;
      /** A sentence that says what the check-up found. */ finding: string;
      /** Advice on what to do. The field is absent if you do not need to do anything. */ fix?: string | undefined;
      /** The result of the request. The field is absent if `verdict` is `skipped`, or if `question` is `is_quick`. */ class?: DeliveryClass | undefined;
      /** The HTTP status of the receiver's response. The field is absent if no valid status line arrived, or if EventBridge responded with 200 but did not accept the event. */ statusCode?: number | undefined;
      /** The code of the error that ended the attempt. The code comes from OpenSSL, Node.js, the HTTP parser or the operating system. The field is absent if the attempt ended with a complete response or with a time-out, or if the error has no such code. */ errorCode?: string | undefined;
      /** The duration of the request in milliseconds. For `is_quick`, the value is the duration of the slowest accepted request. The field is absent if `verdict` is `skipped`. */ milliseconds?: number | undefined };

/** The verdict on the question. `passed`: The receiver behaves as expected. `warning`: Events arrive at the receiver, but the check-up found a risk. `failed`: Events are lost, or the receiver accepts forged requests. `skipped`: The check-up did not ask the question. */
export type CheckupVerdict = 'passed' | 'warning' | 'failed' | 'skipped';

/** The result of the attempt. `delivered`: The receiver responded with 2xx in time. `http_4xx`: The receiver responded with 4xx, which means that the receiver refused the request. `http_5xx`: The receiver responded with 5xx, which means that the receiver could not handle the request. `aborted`: The status of the response was not 2xx, and the response had the header `webhook-delivery: abort-message`. The service does not attempt the delivery again. `redirect`: The receiver responded with 3xx. The service does not follow redirects. `timeout`: The response was not complete within 1.5 seconds after the start of the DNS lookup. `connection_refused`: Nothing accepts connections at the address and port of the receiver. `connection_reset`: The connection was closed or reset before the response was complete. `unreachable`: The service could not reach the address of the receiver. `dns`: The host name could not be resolved to an IPv4 address. `tls`: No secure connection was possible. Usually, the certificate of the receiver has expired, is not valid for the host, or has an incomplete chain. `blocked_address`: The form of the URL is not allowed, or the URL points to an address that is not allowed. `too_large`: The headers of the response were larger than 16 KiB. `invalid_response`: The response was not valid HTTP/1.1, or too long. `bus_denied`: The policy of the bus, or the configuration of the stage, does not allow the service to put events on the bus. `bus_not_found`: The bus in the ARN does not exist, or its account does not exist. `bus_throttled`: In the region of the bus, EventBridge throttled a request from the service. `bus_too_large`: The event is larger than EventBridge allows. The service does not attempt the delivery again. `not_sent`: The service failed to send the request. Repeat test events and check-ups yourself. The service repeats all other requests. */
export type DeliveryClass = 'delivered' | 'http_4xx' | 'http_5xx' | 'aborted' | 'redirect' | 'timeout' | 'connection_refused' | 'connection_reset' | 'unreachable' | 'dns' | 'tls' | 'blocked_address' | 'too_large' | 'invalid_response' | 'bus_denied' | 'bus_not_found' | 'bus_throttled' | 'bus_too_large' | 'not_sent';

export type DeliveryDetail = {
      /** The id of the delivery. All attempts to deliver one event to one webhook have the same delivery id, because the service derives the id from the event and the webhook. */ deliveryId: string;
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event. */ event: string;
      /** The state shows whether the service will attempt the delivery again. */ state: DeliveryState;
      /** The number of attempts that the service has made so far. */ attemptCount: number;
      /** The time at which the service accepted the event. */ createdAt: string;
      /** The time at which the last attempt began. The field is absent if there was no attempt. */ lastAttemptAt?: string | undefined;
      /** The time at which the next attempt is due. The field is absent if no attempt follows, or if the delivery waits for its receiver. */ nextAttemptAt?: string | undefined;
      /** The result of the last attempt, the reason why the delivery waits for its first attempt, or the reason why no attempt follows. */ class: DeliveryResult;
      /** The HTTP status of the response to the last attempt. The field is absent if there was no response. */ statusCode?: number | undefined;
      /** The trace id of the event. The field is absent if the event has no trace. */ traceId?: string | undefined;
      /** True if the event is a test event. Otherwise, the field is absent. Recoveries and the ledger do not include test events. */ isTest?: true | undefined;
      /** The exact text that the receiver gets. The field is absent if the event has expired, or if its payload was erased. */ payload?: string | undefined;
      /** The latest 24 attempts. The oldest of these attempts is first. */ attempts: Array<Attempt> };

export type DeliveryOfWebhook = {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. */ webhookId: string;
      /** The id of the delivery. All attempts to deliver one event to one webhook have the same delivery id, because the service derives the id from the event and the webhook. */ deliveryId: string;
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event. */ event: string;
      /** The state shows whether the service will attempt the delivery again. */ state: DeliveryState;
      /** The number of attempts that the service has made so far. */ attemptCount: number;
      /** The time at which the service accepted the event. */ createdAt: string;
      /** The time at which the last attempt began. The field is absent if there was no attempt. */ lastAttemptAt?: string | undefined;
      /** The time at which the next attempt is due. The field is absent if no attempt follows, or if the delivery waits for its receiver. */ nextAttemptAt?: string | undefined;
      /** The result of the last attempt, the reason why the delivery waits for its first attempt, or the reason why no attempt follows. */ class: DeliveryResult;
      /** The HTTP status of the response to the last attempt. The field is absent if there was no response. */ statusCode?: number | undefined;
      /** The trace id of the event. The field is absent if the event has no trace. */ traceId?: string | undefined;
      /** True if the event is a test event. Otherwise, the field is absent. Recoveries and the ledger do not include test events. */ isTest?: true | undefined };

/** The result of the last attempt, the reason why the delivery waits for its first attempt, or the reason why no attempt follows. `delivered`: The receiver responded with 2xx in time. `http_4xx`: The receiver responded with 4xx, which means that the receiver refused the request. `http_5xx`: The receiver responded with 5xx, which means that the receiver could not handle the request. `aborted`: The status of the response was not 2xx, and the response had the header `webhook-delivery: abort-message`. The service does not attempt the delivery again. `redirect`: The receiver responded with 3xx. The service does not follow redirects. `timeout`: The response was not complete within 1.5 seconds after the start of the DNS lookup. `connection_refused`: Nothing accepts connections at the address and port of the receiver. `connection_reset`: The connection was closed or reset before the response was complete. `unreachable`: The service could not reach the address of the receiver. `dns`: The host name could not be resolved to an IPv4 address. `tls`: No secure connection was possible. Usually, the certificate of the receiver has expired, is not valid for the host, or has an incomplete chain. `blocked_address`: The form of the URL is not allowed, or the URL points to an address that is not allowed. `too_large`: The headers of the response were larger than 16 KiB. `invalid_response`: The response was not valid HTTP/1.1, or too long. `bus_denied`: The policy of the bus, or the configuration of the stage, does not allow the service to put events on the bus. `bus_not_found`: The bus in the ARN does not exist, or its account does not exist. `bus_throttled`: In the region of the bus, EventBridge throttled a request from the service. `bus_too_large`: The event is larger than EventBridge allows. The service does not attempt the delivery again. `not_sent`: The service failed to send the request. Repeat test events and check-ups yourself. The service repeats all other requests. `receiver_down`: The receiver is down. The delivery waits until a delivery succeeds. `window_full`: The delivery waits for one of three reasons: other deliveries come first, the receiver can handle no further request at the moment, or the webhook has reached its ceiling. `webhook_disabled`: No attempt follows, because the webhook was disabled or did not exist yet, the feature `webhooks` of the network was off, or the recovery was stopped. `event_expired`: The event has expired. The service stores events for 30 days after their acceptance, unless the stage sets a shorter time. `event_erased`: The payload of the event was erased before the event was delivered. */
export type DeliveryResult = 'delivered' | 'http_4xx' | 'http_5xx' | 'aborted' | 'redirect' | 'timeout' | 'connection_refused' | 'connection_reset' | 'unreachable' | 'dns' | 'tls' | 'blocked_address' | 'too_large' | 'invalid_response' | 'bus_denied' | 'bus_not_found' | 'bus_throttled' | 'bus_too_large' | 'not_sent' | 'receiver_down' | 'window_full' | 'webhook_disabled' | 'event_expired' | 'event_erased';

/** The state shows whether the service will attempt the delivery again. `delivered`: An attempt succeeded. `retrying`: Another attempt follows. `failed`: The delivery has failed. The service attempts the delivery again only on request. */
export type DeliveryState = 'delivered' | 'retrying' | 'failed';

export type DeliverySummary = {
      /** The id of the delivery. All attempts to deliver one event to one webhook have the same delivery id, because the service derives the id from the event and the webhook. */ deliveryId: string;
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event. */ event: string;
      /** The state shows whether the service will attempt the delivery again. */ state: DeliveryState;
      /** The number of attempts that the service has made so far. */ attemptCount: number;
      /** The time at which the service accepted the event. */ createdAt: string;
      /** The time at which the last attempt began. The field is absent if there was no attempt. */ lastAttemptAt?: string | undefined;
      /** The time at which the next attempt is due. The field is absent if no attempt follows, or if the delivery waits for its receiver. */ nextAttemptAt?: string | undefined;
      /** The result of the last attempt, the reason why the delivery waits for its first attempt, or the reason why no attempt follows. */ class: DeliveryResult;
      /** The HTTP status of the response to the last attempt. The field is absent if there was no response. */ statusCode?: number | undefined;
      /** The trace id of the event. The field is absent if the event has no trace. */ traceId?: string | undefined;
      /** True if the event is a test event. Otherwise, the field is absent. Recoveries and the ledger do not include test events. */ isTest?: true | undefined };

/** The reason why the webhook is disabled. The field is present only while the state is `disabled`. `admin`: An admin disabled the webhook. `gone`: The receiver responded with 410. `failing`: All attempts had failed for several days. */
export type DisabledReason = 'admin' | 'gone' | 'failing';

/** The outcome of the event at the webhook. `delivery`: The event has a delivery to this webhook. The list `deliveries` contains this delivery. `not_asked`: The webhook did not exist when the service accepted the event, no pattern of the webhook matched the event, the event is a test event of another webhook, or the event is a notice about this webhook. `filtered_out`: The filter of the webhook did not match the event. `event_erased`: The payload of the event was erased, so the service cannot tell whether the filter of the webhook matched the event. `pulled`: The webhook has `pull`, so its receiver reads the events from the service. `no_delivery`: The first attempt to deliver the event has not ended yet, the webhook was disabled, or the feature `webhooks` was off. */
export type EventOutcome = 'delivery' | 'not_asked' | 'filtered_out' | 'event_erased' | 'pulled' | 'no_delivery';

/** The setting that determines whose content a block hides. `blocker`: A block hides the content of the blocked user from the user who made the block. `mutual`: A block hides the content of each of the two users from the other user. */
export type HideMode = 'blocker' | 'mutual';

export type HourlyCounts = {
      /** The start of the hour. */ hour: string;
      /** The number of attempts that succeeded. */ delivered: number;
      /** The number of attempts that failed. */ failed: number;
      /** The estimated median duration of the attempts, in milliseconds. The field is absent if there was no attempt. */ p50?: number | undefined;
      /** The estimated 95th percentile of the durations of the attempts, in milliseconds. The field is absent if there was no attempt. */ p95?: number | undefined;
      /** The number of attempts in each range of durations. The first number is for the range that contains the shortest durations. The upper bounds of the ranges are 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1,000 and 1,500 ms. The last range has no upper bound. */ durations: Array<number> };

/** The features of the network. */
export type NetworkFeatures = {
      /** True if the feature for blocking is on. */ blockUser: boolean;
      /** True if the feature for user activity is on. */ userActivity: boolean;
      /** True if the feature for webhooks is on. */ webhooks: boolean };

export type NetworkResponse = {
      /** The id of the network (tenant). */ networkId: string;
      /** The features of the network. */ features: NetworkFeatures;
      /** The setting that determines whose content a block hides. */ hideMode: HideMode;
      /** The number of days from an action until its activity record expires. A change of this number applies only to new records. The field is absent if new records do not expire. */ activityRetentionDays?: number | undefined;
      /** The setting for events about blocks. If the field is absent, webhooks get no events about blocks. `on`: Webhooks get the events `user.didBlock` and `user.didUnblock`. `off`: Webhooks get no events about blocks. */ blockEvents?: 'on' | 'off' | undefined;
      /** The limits of all quotas of the network. */ quotas: QuotaLimits;
      /** The valid keys that sign tokens. The oldest key is first. The list does not contain the secrets of the keys. */ signingKeys: Array<{
      /** The id of the key. The field `kid` in the header of a token contains the id of the signing key. */ keyId: string;
      /** The time at which the key was created. */ createdAt: string }>;
      /** The name, the logo and the accent colour that the admin panel shows for the network. A value is present only if an operator has set it. */ branding?: Branding | undefined };

/** The limit that currently sets the pace of the requests. The field is absent if the webhook has no ceiling. `receiver`: The receiver sets the pace, because it can handle fewer requests than the ceiling allows. `ceiling`: The ceiling sets the pace, because the receiver can handle as many requests as the ceiling allows, or because the service knows no limit of the receiver. */
export type PaceSetter = 'receiver' | 'ceiling';

export type QuotaLimits = {
      /** The limit per second for requests that read blocks or activities. */ reads: number;
      /** The limit per second for requests that block or unblock. */ writes: number;
      /** The limit per second for requests that post events. */ ingest: number;
      /** The limit per second for requests that create admin links or erase events. Every request of an admin or a viewer that counts against neither `changes` nor `ledger` also counts against this limit. */ administration: number;
      /** The limit per second for requests that change, replace or delete webhooks, stop recoveries, rotate secrets, or change who gets notices. */ changes: number;
      /** The limit per second for requests that use ledgers, and for requests that read the events of a webhook with `pull`. */ ledger: number;
      /** The limit per second for requests that export or erase users' data. */ userData: number;
      /** The limit per second for posted events. */ events: number;
      /** The limit per second for posted events and events about blocks. Each event counts once for each webhook without `pull`. */ deliveries: number;
      /** The limit per second for the total size, in bytes, of the bodies of requests to post events. */ ingestBytes: number;
      /** The limit per minute for test events that an admin sends, and requests that the service sends for check-ups. */ testEvents: number };

/** The number of events that the service will send, or `started` if the count takes too long. In a dry run, the value is always a number. If the response contains `countedUntil`, the number does not include events that were accepted after `countedUntil`. */
export type Recovering = number | 'started';

export type SourceAddresses = {
      /** All addresses from which the service sends webhooks. The list is empty if the stage has no fixed addresses. */ addresses: Array<string>;
      /** The version of the list. The version changes whenever the addresses change. */ version: string;
      /** The time at which the service first listed exactly these addresses. The field is absent if there are no addresses. */ updatedAt?: string | undefined;
      /** The reason why the list is empty, and advice on what to do. The field is absent if the list contains addresses. */ message?: string | undefined };

export type WebhookCounts = {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. */ webhookId: string;
      /** The number of attempts that succeeded. */ delivered: number;
      /** The number of attempts that failed. */ failed: number;
      /** The estimated median duration of the attempts, in milliseconds. The field is absent if there was no attempt. */ p50?: number | undefined;
      /** The estimated 95th percentile of the durations of the attempts, in milliseconds. The field is absent if there was no attempt. */ p95?: number | undefined;
      /** The number of attempts that succeeded in each of the last 24 hours. The last number is for the current hour. */ hourlyDelivered: Array<number>;
      /** The number of attempts that failed in each of the last 24 hours. The last number is for the current hour. */ hourlyFailed: Array<number> };

export type WebhookResponse = {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. */ webhookId: string;
      /** The URL to which the service posts events. The field is absent if the webhook has `eventBus` or `pull`. */ url?: string | undefined;
      /** The ARN of the EventBridge bus on which the service puts events. The field is absent if the webhook has `url` or `pull`. */ eventBus?: string | undefined;
      /** True if the receiver reads the events from the service. The field is absent if the webhook has `url` or `eventBus`. */ pull?: true | undefined;
      /** The events that the webhook gets. Each element is the name of an event, or a pattern such as `channel.*`. */ events: Array<string>;
      /** An event pattern of Amazon EventBridge. The pattern selects the events of the webhook by their content. The field is absent if the webhook has no filter. */ filter?: Record<string, unknown> | undefined;
      /** A description of the webhook for human readers. The text can be empty. */ description: string;
      /** The custom headers that the service adds to every request to the receiver. In responses to viewers, the values of the headers are empty. */ headers: { [name: string]: string };
      /** If true, the service sends two requests when it attempts to deliver an event for the first time. The second request contains its signature in the header `x-legacy-signature`. */ legacySignature: boolean;
      /** The ceiling for the number of requests per second, as an average over any period of ten seconds. The field is absent if the webhook does not have this ceiling. */ maxRequestsPerSecond?: number | undefined;
      /** The ceiling for the number of requests that are in flight at the same time. The field is absent if the webhook does not have this ceiling. */ maxConcurrentRequests?: number | undefined;
      /** The limit that currently sets the pace of the requests. The field is absent if the webhook has no ceiling. */ paceSetBy?: PaceSetter | undefined;
      /** True if the webhook is enabled. A disabled webhook gets no events except test events and check-ups. */ enabled: boolean;
      /** The state of the webhook. */ state: WebhookState;
      /** The reason why the webhook is disabled. The field is present only while the state is `disabled`. */ disabledReason?: DisabledReason | undefined;
      /** The time at which the current series of failed attempts began. The field is absent if no attempt has failed yet, or if the latest attempt succeeded or was aborted. The service clears the field when a disabled webhook is enabled, and when a request changes `url` or `eventBus` and does not contain `enabled: false`. Two kinds of failures do not set the field: a response with the status 410, and the result `bus_too_large`. */ failingSince?: string | undefined;
      /** The time at which the receiver went down. The field is present only while the state is `down`. */ downSince?: string | undefined;
      /** The time of the next probe of the receiver. The service sends this probe only if a delivery waits for the receiver. The field is present only while the state is `down`. */ nextProbeAt?: string | undefined;
      /** The latest outages that have ended. The list contains only outages about which the service sent a notice. The list contains at most 10 outages, and the oldest outage is first. The service clears the list when a disabled webhook is enabled, and when a request changes `url` or `eventBus` and does not contain `enabled: false`. The field is absent if the list is empty. */ outages?: Array<{
      /** The time of the first failed attempt of the outage. */ since: string;
      /** The time at which the outage ended. An outage ends when an attempt succeeds, or when the service disables the webhook. */ until: string }> | undefined;
      /** The latest request that read events of the webhook. This field exists only for webhooks that have `pull`. The service updates the field at most once a minute. The field is absent if no request has read events of the webhook. */ pulled?: {
      /** The time of the request. */ at: string;
      /** The request has read the events that were accepted up to this time. */ until: string } | undefined;
      /** The time at which the webhook was created. */ createdAt: string;
      /** The time of the last change of the configuration or the secrets. */ updatedAt: string;
      /** The actor that last changed the configuration or the secrets. If there was no change, the field names the actor that created the webhook. The field is absent if the service has not stored the actor. */ updatedBy?: Actor | undefined };

export type WebhookSecret = {
      /** The secret. */ secret: string;
      /** The time from which the service signs requests with the secret. */ activeFrom: string;
      /** The time until which the service signs requests with the secret. The field is absent if no end is set. */ expiresAt?: string | undefined };

/** The state of the webhook. `active`: The service sends events to the receiver, or lets the receiver read events. `struggling`: The latest attempt has failed. If at least a fifth of the latest 20 attempts have failed, the state can also be `struggling` for the next ten minutes. `down`: No attempt succeeds. The deliveries wait, and the service sends probes: single requests that show whether the receiver responds again. `disabled`: The webhook is disabled. The service sends no events except test events and check-ups, and the receiver cannot read events. */
export type WebhookState = 'active' | 'struggling' | 'down' | 'disabled';

/** `blockUser`: Block user. `userActivity`: User activity. `webhooks`: Webhooks. */
export type Feature = 'blockUser' | 'userActivity' | 'webhooks';

/** The request and the response of each operation, by its `operationId`. */
export interface Operations {
  /** Block a user. The current user blocks another user. If the request contains `expiresAt` or `expiresInSeconds`, the block ends at the time that this field sets. Otherwise, the block has no end. If the user in `blockUserId` is already blocked, the request only changes the end of the block. */
  readonly blockUser: {
    readonly request: { readonly body: {
      /** The id of the user to block or unblock. If the id is a decimal integer, you can pass it as a number or as a string: `7` and `"7"` are the same id. The value must be the id of another user: a non-empty string of at most 128 UTF-8 bytes without control characters, or a safe integer. */ readonly blockUserId: string | number;
      /** The time at which the block ends. The service rounds this time up to a full second. The value must be an ISO 8601 time stamp with a time zone, such as 2024-02-28T12:00:00.000Z, and must be one minute to ten years in the future. */ readonly expiresAt?: string | undefined;
      /** The number of seconds after which the block ends. A request can contain `expiresInSeconds` or `expiresAt`, but not both. The value must be an integer from 60 to 315360000. */ readonly expiresInSeconds?: number | undefined } };
    readonly response: {
      /** The request has succeeded. */ status: 'success' };
  };
  /** Unblock a user. The current user unblocks one user. If the current user has not blocked this user, the request changes nothing. */
  readonly unblockUser: {
    readonly request: { readonly body: {
      /** The id of the user to block or unblock. If the id is a decimal integer, you can pass it as a number or as a string: `7` and `"7"` are the same id. The value must be the id of another user: a non-empty string of at most 128 UTF-8 bytes without control characters, or a safe integer. */ readonly blockUserId: string | number } };
    readonly response: {
      /** The request has succeeded. */ status: 'success' };
  };
  /** List blocked users. Lists the users whom the current user has blocked, in ascending order of their ids. A page contains 20 users. The last page can contain fewer users, and does not contain `paginationToken`. The list does not contain blocks that have ended. However, the service deletes a block only some time after the block has ended. If more than about 1,500 blocks in a row have ended but are not deleted yet, a page before the last page can also contain fewer than 20 users, or no users. */
  readonly listBlockedUsers: {
    readonly request: { readonly body?: {
      /** The value of `paginationToken` in the previous page. If the value is `{}`, `""` or `null`, the response is the first page. The value must be the value of paginationToken in the previous page: an object with the strings netid_uid and blocked_userId, or the JSON text of this object. */ readonly paginationToken?: string | { readonly [name: string]: unknown } | null | undefined;
      /** If true, the response also contains `hideMode`. If the value is true and at least one block on the page contains `expiresAt`, the response also contains `now`. */ readonly withHideMode?: boolean | undefined } | undefined };
    readonly response: {
      /** The users whom the current user has blocked. */ results: Array<BlockedUser>;
      /** The position after which the next page begins. To get the next page, pass this value as `paginationToken` in the next request. The field is absent on the last page. */ paginationToken?: BlockListPosition | undefined;
      /** The setting that determines whose content a block hides. */ hideMode?: HideMode | undefined;
      /** The current time according to the clock of the service. This clock decides when blocks end. The field is present only if `withHideMode` is true and at least one block on the page contains `expiresAt`. */ now?: string | undefined };
  };
  /** Check whether content should be hidden. For each author in `checkList`, the response says whether you should hide the content of this author from the current user. */
  readonly checkHidden: {
    readonly request: { readonly query: {
      /** The ids of the authors. Repeat the parameter for each author. */ readonly checkList: ReadonlyArray<string> } };
    readonly response: { [name: string]: boolean };
  };
  /** Check the blocks between a user and others. For each user in `userIds`, the response says whether this user has blocked the actor (`hasBlocked`), and whether the actor has blocked this user (`isBlocked`). If `userIds` contains the actor, both values are `false` for the actor. */
  readonly checkAudience: {
    readonly request: { readonly body: {
      /** The id of the actor, such as the author of a message. The service checks the blocks between the actor and each user in `userIds`. The value must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters. */ readonly actorId: string;
      /** The ids of the other users, such as the members of a channel. The value must be a list of 1 to 100 distinct user ids. */ readonly userIds: ReadonlyArray<string> } };
    readonly response: {
      /** For each user in `userIds`, an object that says whether there are blocks between this user and the actor. */ results: { [name: string]: {
      /** True if this user has blocked the actor. */ hasBlocked: boolean;
      /** True if the actor has blocked this user. */ isBlocked: boolean } } };
  };
  /** Retrieve user activities. Lists the activity records of the current user. The newest record is first. Each record is about a reaction, a comment or a reply that the user made or removed. The last page does not contain `start`. */
  readonly listActivities: {
    readonly request: { readonly query?: {
      /** The maximum number of records on a page. */ readonly limit?: number | undefined;
      /** The value of `start.createdAt` in the previous page. */ readonly createdAt?: string | undefined;
      /** The value of `start.networkId_userId` in the previous page. */ readonly networkId_userId?: string | undefined } | undefined };
    readonly response: {
      /** The records. The newest record is first. */ data: Array<ActivityRecord>;
      /** The position after which the next page begins. To get the next page, pass both members of `start` in the query. The field is absent on the last page. */ start?: ActivityPosition | undefined };
  };
  /** Post events of the platform. Accepts 1 to 100 events. The service stores each accepted event, and delivers the event to every webhook whose configuration selects it. If an event says that a user has added or removed a reaction, a comment or a reply, the service also creates an activity record. If one event in a request is malformed, the service accepts no event of the request. */
  readonly ingestEvents: {
    readonly request: { readonly body: {
      /** The events. If one event is malformed, the service accepts no event. The value must be an array of 1 to 100 events. */ readonly events: ReadonlyArray<{
      /** The id of the event. The service recognizes a repeated event by its id. If the id is absent, the service generates an id. The value must be an event id: a string of 1 to 64 characters without control characters. */ readonly id?: string | undefined;
      /** The name of the event. The value must be an event name of at most 100 characters, such as channel.didCreate: 2 to 4 parts joined by dots, the first part in lower case. */ readonly event: string;
      /** The payload of the event. Receivers get the exact text of this object. The value must be a JSON object. */ readonly data: Readonly<Record<string, unknown>>;
      /** The trace of this event. For this event, the value replaces the header `traceparent` of the request. The value must be a traceparent of W3C Trace Context, such as 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01. */ readonly traceparent?: string | undefined;
      /** The time at which the event happened, according to your back end. The default is the time at which the service accepts the event. The value must be an ISO 8601 time stamp with a time zone, such as 2024-02-28T12:00:00.000Z, and must be between 1970 and a day from now. */ readonly occurredAt?: string | undefined }> } };
    readonly response: {
      /** One entry for each event, in the order of the events in the request. */ results: Array<{
      /** The id of the event. This is the id in the request, or the id that the service generated. */ id: string;
      /** The result for the event. `accepted`: The service has stored the event, and delivers it to every webhook whose configuration selects this event. `duplicate`: The service has already accepted an event with the same id, so the service ignores the event in the request. */ status: 'accepted' | 'duplicate' }> };
  };
  /** List events. Lists the stored events. The newest event is first. The service stores events for 30 days, unless the stage sets a shorter time. The list contains notices of the service only if `event` is the name of a notice. The list never contains test events. Use `since` and `until` to select events by the time at which they were accepted. Both `since` and `until` are inclusive. Usually, the list contains an event within a second after the service has accepted it. If you set `userId`, the service lists only events whose payload contains a value that equals `userId`. In this case, the service examines at most 100 events per request. If you set `event` or `userId`, a page can contain fewer events than `limit`, or no events, even if more pages follow. Every page except the last page contains `start`. To see the outcome of one event at each webhook, use `GET /events/{eventId}`. */
  readonly listEvents: {
    readonly request: { readonly query?: {
      /** The service lists only events that were accepted at this time or later. */ readonly since?: string | undefined;
      /** The service lists only events that were accepted at this time or earlier. */ readonly until?: string | undefined;
      /** The service lists only events with this name. */ readonly event?: string | undefined;
      /** The service lists only events whose payload contains a value that equals this user id. The service examines at most 100 events per request. */ readonly userId?: string | undefined;
      /** The maximum number of events on a page. */ readonly limit?: number | undefined;
      /** The value of `start` in the previous page. If this parameter is absent, the response is the first page. */ readonly start?: string | undefined } | undefined };
    readonly response: {
      /** The events. The newest event is first. */ results: Array<{
      /** The id of the event. No other stored event of the network has the same id. */ id: string;
      /** The name of the event. */ event: string;
      /** The time at which the service accepted the event. */ acceptedAt: string }>;
      /** The position after which the next page begins. To get the next page, pass this value as `start` in the next request. The field is absent on the last page. */ start?: string | undefined };
  };
  /** List event types. Lists the event types of the catalogue. For each event type, the response contains the name, the meaning, a sample, and a JSON Schema (draft 2020-12) of `data`. The schema serves as documentation. When you post events, the service checks only the required members of the schema and the `parentId` of a comment. The service also accepts and delivers an event if its name is well-formed but not in the catalogue. */
  readonly listEventTypes: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** All event types of the catalogue. */ results: Array<{
      /** The name of the event type. */ event: string;
      /** The meaning of an event of this type. */ description: string;
      /** The documented members of `data`. */ keys: Array<string>;
      /** An example of `data` that the service accepts. */ sample: { [name: string]: unknown };
      /** The JSON Schema (draft 2020-12) of the documented `data`. */ schema: { [name: string]: unknown } }> };
  };
  /** Create a webhook. Creates a webhook. The webhook gets the events that the service accepts after the creation. The webhook may also get events that the service accepted in the last few seconds before the creation. The body must contain exactly one of the members `url`, `eventBus` and `pull`. Set `url` if the service should post the events to a URL. Set `eventBus` if the service should put the events on an EventBridge bus. Set `pull` if the receiver reads the events from the service. The response contains the secret of the webhook. Only two other kinds of responses contain secrets: the response to a PUT request that creates a webhook, and the responses of `/webhooks/{webhookId}/secret`. If the network has more than 10 webhooks, the response also contains a warning. If the network already has 50 webhooks, the response is 403. */
  readonly createWebhook: {
    readonly request: { readonly body?: {
      /** The URL to which the service posts events. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`. The value must be an https URL of at most 2048 characters, without user name, password or spaces. */ readonly url?: string | undefined;
      /** The ARN of the EventBridge bus on which the service puts events. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`. The value must be the ARN of an EventBridge bus, such as arn:aws:events:eu-west-1:111122223333:event-bus/community; buses of the new kind, event-busv2, are not supported. */ readonly eventBus?: string | undefined;
      /** True if the receiver reads the events from the service. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`. The value must be true, or must be absent if the webhook has url or eventBus. */ readonly pull?: true | undefined;
      /** The events that the webhook gets. Each element is the name of an event, or a pattern such as `channel.*`. The value must be an array of 1 to 50 event patterns, such as ["channel.*","message.didCreate"]. */ readonly events?: ReadonlyArray<string> | undefined;
      /** An event pattern of Amazon EventBridge. The pattern selects the events of the webhook by their content. If the value is null, the webhook has no filter. The value must be null, or an event pattern of Amazon EventBridge that has at most 4096 bytes and contains conditions on event or data, such as {"data":{"channelId":["c1"]}}. */ readonly filter?: Readonly<Record<string, unknown>> | null | undefined;
      /** A description of the webhook for human readers. The value must be a text of at most 200 characters, without control characters, line breaks or characters that change the text direction. */ readonly description?: string | undefined;
      /** The custom headers that the service adds to every request to the receiver. The field is allowed only if the webhook has `url`. The value must be an object of at most 20 header names and values. */ readonly headers?: Readonly<Record<string, unknown>> | undefined;
      /** If true, the service sends two requests when it attempts to deliver an event for the first time. The second request contains its signature in the header `x-legacy-signature`. The field is allowed only if the webhook has `url`. */ readonly legacySignature?: boolean | undefined;
      /** The ceiling for the number of requests per second, as an average over any period of ten seconds. If the value is null, the webhook does not have this ceiling. If the value is 10 or more and a request begins late, the service begins the next requests earlier to compensate for the delay. In this case, a period of ten seconds can contain up to 1% more requests than the value allows, plus one request. The requests of test events and check-ups do not count, but replays of test events do. The field is not allowed if the webhook has `pull`. The value must be a number from 0.1 to 1,000, or null for no ceiling. */ readonly maxRequestsPerSecond?: number | null | undefined;
      /** The ceiling for the number of requests that are in flight at the same time. If the value is null, the webhook does not have this ceiling. The requests of test events and check-ups do not count, but replays of test events do. The field is not allowed if the webhook has `pull`. The value must be an integer from 1 to 64, or null for no ceiling. */ readonly maxConcurrentRequests?: number | null | undefined;
      /** True if the webhook is enabled. A disabled webhook gets no events except test events and check-ups. */ readonly enabled?: boolean | undefined } | undefined };
    readonly response: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. */ webhookId: string;
      /** The URL to which the service posts events. The field is absent if the webhook has `eventBus` or `pull`. */ url?: string | undefined;
      /** The ARN of the EventBridge bus on which the service puts events. The field is absent if the webhook has `url` or `pull`. */ eventBus?: string | undefined;
      /** True if the receiver reads the events from the service. The field is absent if the webhook has `url` or `eventBus`. */ pull?: true | undefined;
      /** The events that the webhook gets. Each element is the name of an event, or a pattern such as `channel.*`. */ events: Array<string>;
      /** An event pattern of Amazon EventBridge. The pattern selects the events of the webhook by their content. The field is absent if the webhook has no filter. */ filter?: Record<string, unknown> | undefined;
      /** A description of the webhook for human readers. The text can be empty. */ description: string;
      /** The custom headers that the service adds to every request to the receiver. In responses to viewers, the values of the headers are empty. */ headers: { [name: string]: string };
      /** If true, the service sends two requests when it attempts to deliver an event for the first time. The second request contains its signature in the header `x-legacy-signature`. */ legacySignature: boolean;
      /** The ceiling for the number of requests per second, as an average over any period of ten seconds. The field is absent if the webhook does not have this ceiling. */ maxRequestsPerSecond?: number | undefined;
      /** The ceiling for the number of requests that are in flight at the same time. The field is absent if the webhook does not have this ceiling. */ maxConcurrentRequests?: number | undefined;
      /** The limit that currently sets the pace of the requests. The field is absent if the webhook has no ceiling. */ paceSetBy?: PaceSetter | undefined;
      /** True if the webhook is enabled. A disabled webhook gets no events except test events and check-ups. */ enabled: boolean;
      /** The state of the webhook. */ state: WebhookState;
      /** The reason why the webhook is disabled. The field is present only while the state is `disabled`. */ disabledReason?: DisabledReason | undefined;
      /** The time at which the current series of failed attempts began. The field is absent if no attempt has failed yet, or if the latest attempt succeeded or was aborted. The service clears the field when a disabled webhook is enabled, and when a request changes `url` or `eventBus` and does not contain `enabled: false`. Two kinds of failures do not set the field: a response with the status 410, and the result `bus_too_large`. */ failingSince?: string | undefined;
      /** The time at which the receiver went down. The field is present only while the state is `down`. */ downSince?: string | undefined;
      /** The time of the next probe of the receiver. The service sends this probe only if a delivery waits for the receiver. The field is present only while the state is `down`. */ nextProbeAt?: string | undefined;
      /** The latest outages that have ended. The list contains only outages about which the service sent a notice. The list contains at most 10 outages, and the oldest outage is first. The service clears the list when a disabled webhook is enabled, and when a request changes `url` or `eventBus` and does not contain `enabled: false`. The field is absent if the list is empty. */ outages?: Array<{
      /** The time of the first failed attempt of the outage. */ since: string;
      /** The time at which the outage ended. An outage ends when an attempt succeeds, or when the service disables the webhook. */ until: string }> | undefined;
      /** The latest request that read events of the webhook. This field exists only for webhooks that have `pull`. The service updates the field at most once a minute. The field is absent if no request has read events of the webhook. */ pulled?: {
      /** The time of the request. */ at: string;
      /** The request has read the events that were accepted up to this time. */ until: string } | undefined;
      /** The time at which the webhook was created. */ createdAt: string;
      /** The time of the last change of the configuration or the secrets. */ updatedAt: string;
      /** The actor that last changed the configuration or the secrets. If there was no change, the field names the actor that created the webhook. The field is absent if the service has not stored the actor. */ updatedBy?: Actor | undefined;
      /** The secret with which the service signs requests. */ secret: string;
      /** Warnings about the number of webhooks in the network. The field is absent if there are no warnings. */ warnings?: Array<string> | undefined };
  };
  /** List webhooks. Lists all webhooks of the network in the order of their creation. The response does not contain the secrets of the webhooks. */
  readonly listWebhooks: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** The webhooks, in the order of their creation. */ results: Array<WebhookResponse>;
      /** Warnings about the number of webhooks in the network. The field is absent if there are no warnings. */ warnings?: Array<string> | undefined };
  };
  /** Show a webhook. Shows one webhook. The response does not contain the secret of the webhook. */
  readonly showWebhook: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string } };
    readonly response: WebhookResponse;
  };
  /** Create or replace a webhook. Creates or replaces a webhook. You can use this route for infrastructure as code, because a repeated request makes no further change. If the network has no webhook with the id in the path, the request creates a webhook with this id. The id of a new webhook must not begin with `wh_`. If the webhook exists, the request replaces its whole configuration. Fields that the request leaves out get their default values. The request does not change the secrets, the log or the statistics of the webhook. You can also replace a webhook whose id the service generated. */
  readonly putWebhook: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string }; readonly body?: {
      /** The URL to which the service posts events. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`. The value must be an https URL of at most 2048 characters, without user name, password or spaces. */ readonly url?: string | undefined;
      /** The ARN of the EventBridge bus on which the service puts events. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`. The value must be the ARN of an EventBridge bus, such as arn:aws:events:eu-west-1:111122223333:event-bus/community; buses of the new kind, event-busv2, are not supported. */ readonly eventBus?: string | undefined;
      /** True if the receiver reads the events from the service. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`. The value must be true, or must be absent if the webhook has url or eventBus. */ readonly pull?: true | undefined;
      /** The events that the webhook gets. Each element is the name of an event, or a pattern such as `channel.*`. The value must be an array of 1 to 50 event patterns, such as ["channel.*","message.didCreate"]. */ readonly events?: ReadonlyArray<string> | undefined;
      /** An event pattern of Amazon EventBridge. The pattern selects the events of the webhook by their content. If the value is null, the webhook has no filter. The value must be null, or an event pattern of Amazon EventBridge that has at most 4096 bytes and contains conditions on event or data, such as {"data":{"channelId":["c1"]}}. */ readonly filter?: Readonly<Record<string, unknown>> | null | undefined;
      /** A description of the webhook for human readers. The value must be a text of at most 200 characters, without control characters, line breaks or characters that change the text direction. */ readonly description?: string | undefined;
      /** The custom headers that the service adds to every request to the receiver. The field is allowed only if the webhook has `url`. The value must be an object of at most 20 header names and values. */ readonly headers?: Readonly<Record<string, unknown>> | undefined;
      /** If true, the service sends two requests when it attempts to deliver an event for the first time. The second request contains its signature in the header `x-legacy-signature`. The field is allowed only if the webhook has `url`. */ readonly legacySignature?: boolean | undefined;
      /** The ceiling for the number of requests per second, as an average over any period of ten seconds. If the value is null, the webhook does not have this ceiling. If the value is 10 or more and a request begins late, the service begins the next requests earlier to compensate for the delay. In this case, a period of ten seconds can contain up to 1% more requests than the value allows, plus one request. The requests of test events and check-ups do not count, but replays of test events do. The field is not allowed if the webhook has `pull`. The value must be a number from 0.1 to 1,000, or null for no ceiling. */ readonly maxRequestsPerSecond?: number | null | undefined;
      /** The ceiling for the number of requests that are in flight at the same time. If the value is null, the webhook does not have this ceiling. The requests of test events and check-ups do not count, but replays of test events do. The field is not allowed if the webhook has `pull`. The value must be an integer from 1 to 64, or null for no ceiling. */ readonly maxConcurrentRequests?: number | null | undefined;
      /** True if the webhook is enabled. A disabled webhook gets no events except test events and check-ups. */ readonly enabled?: boolean | undefined } | undefined };
    readonly response: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. */ webhookId: string;
      /** The URL to which the service posts events. The field is absent if the webhook has `eventBus` or `pull`. */ url?: string | undefined;
      /** The ARN of the EventBridge bus on which the service puts events. The field is absent if the webhook has `url` or `pull`. */ eventBus?: string | undefined;
      /** True if the receiver reads the events from the service. The field is absent if the webhook has `url` or `eventBus`. */ pull?: true | undefined;
      /** The events that the webhook gets. Each element is the name of an event, or a pattern such as `channel.*`. */ events: Array<string>;
      /** An event pattern of Amazon EventBridge. The pattern selects the events of the webhook by their content. The field is absent if the webhook has no filter. */ filter?: Record<string, unknown> | undefined;
      /** A description of the webhook for human readers. The text can be empty. */ description: string;
      /** The custom headers that the service adds to every request to the receiver. In responses to viewers, the values of the headers are empty. */ headers: { [name: string]: string };
      /** If true, the service sends two requests when it attempts to deliver an event for the first time. The second request contains its signature in the header `x-legacy-signature`. */ legacySignature: boolean;
      /** The ceiling for the number of requests per second, as an average over any period of ten seconds. The field is absent if the webhook does not have this ceiling. */ maxRequestsPerSecond?: number | undefined;
      /** The ceiling for the number of requests that are in flight at the same time. The field is absent if the webhook does not have this ceiling. */ maxConcurrentRequests?: number | undefined;
      /** The limit that currently sets the pace of the requests. The field is absent if the webhook has no ceiling. */ paceSetBy?: PaceSetter | undefined;
      /** True if the webhook is enabled. A disabled webhook gets no events except test events and check-ups. */ enabled: boolean;
      /** The state of the webhook. */ state: WebhookState;
      /** The reason why the webhook is disabled. The field is present only while the state is `disabled`. */ disabledReason?: DisabledReason | undefined;
      /** The time at which the current series of failed attempts began. The field is absent if no attempt has failed yet, or if the latest attempt succeeded or was aborted. The service clears the field when a disabled webhook is enabled, and when a request changes `url` or `eventBus` and does not contain `enabled: false`. Two kinds of failures do not set the field: a response with the status 410, and the result `bus_too_large`. */ failingSince?: string | undefined;
      /** The time at which the receiver went down. The field is present only while the state is `down`. */ downSince?: string | undefined;
      /** The time of the next probe of the receiver. The service sends this probe only if a delivery waits for the receiver. The field is present only while the state is `down`. */ nextProbeAt?: string | undefined;
      /** The latest outages that have ended. The list contains only outages about which the service sent a notice. The list contains at most 10 outages, and the oldest outage is first. The service clears the list when a disabled webhook is enabled, and when a request changes `url` or `eventBus` and does not contain `enabled: false`. The field is absent if the list is empty. */ outages?: Array<{
      /** The time of the first failed attempt of the outage. */ since: string;
      /** The time at which the outage ended. An outage ends when an attempt succeeds, or when the service disables the webhook. */ until: string }> | undefined;
      /** The latest request that read events of the webhook. This field exists only for webhooks that have `pull`. The service updates the field at most once a minute. The field is absent if no request has read events of the webhook. */ pulled?: {
      /** The time of the request. */ at: string;
      /** The request has read the events that were accepted up to this time. */ until: string } | undefined;
      /** The time at which the webhook was created. */ createdAt: string;
      /** The time of the last change of the configuration or the secrets. */ updatedAt: string;
      /** The actor that last changed the configuration or the secrets. If there was no change, the field names the actor that created the webhook. The field is absent if the service has not stored the actor. */ updatedBy?: Actor | undefined;
      /** The secret with which the service signs requests. The field is present only if the request has created the webhook. */ secret?: string | undefined;
      /** Warnings about the number of webhooks in the network. The field is absent if there are no warnings. */ warnings?: Array<string> | undefined };
  };
  /** Change a webhook. Changes only the fields that the request contains, with one exception: a new `url` replaces the `eventBus` of the webhook, and a new `eventBus` replaces its `url`. The service uses the new values for all requests to the receiver that begin more than 5 s after the change, including retries. If you enable a disabled webhook, or change `url` or `eventBus` without `enabled: false`, the service deletes the record of its failures. You cannot change `pull`. */
  readonly updateWebhook: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string }; readonly body?: {
      /** The URL to which the service posts events. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`. The value must be an https URL of at most 2048 characters, without user name, password or spaces. */ readonly url?: string | undefined;
      /** The ARN of the EventBridge bus on which the service puts events. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`. The value must be the ARN of an EventBridge bus, such as arn:aws:events:eu-west-1:111122223333:event-bus/community; buses of the new kind, event-busv2, are not supported. */ readonly eventBus?: string | undefined;
      /** True if the receiver reads the events from the service. A webhook must have exactly one of the fields `url`, `eventBus` and `pull`. The value must be true, or must be absent if the webhook has url or eventBus. */ readonly pull?: true | undefined;
      /** The events that the webhook gets. Each element is the name of an event, or a pattern such as `channel.*`. The value must be an array of 1 to 50 event patterns, such as ["channel.*","message.didCreate"]. */ readonly events?: ReadonlyArray<string> | undefined;
      /** An event pattern of Amazon EventBridge. The pattern selects the events of the webhook by their content. If the value is null, the webhook has no filter. The value must be null, or an event pattern of Amazon EventBridge that has at most 4096 bytes and contains conditions on event or data, such as {"data":{"channelId":["c1"]}}. */ readonly filter?: Readonly<Record<string, unknown>> | null | undefined;
      /** A description of the webhook for human readers. The value must be a text of at most 200 characters, without control characters, line breaks or characters that change the text direction. */ readonly description?: string | undefined;
      /** The custom headers that the service adds to every request to the receiver. The field is allowed only if the webhook has `url`. The value must be an object of at most 20 header names and values. */ readonly headers?: Readonly<Record<string, unknown>> | undefined;
      /** If true, the service sends two requests when it attempts to deliver an event for the first time. The second request contains its signature in the header `x-legacy-signature`. The field is allowed only if the webhook has `url`. */ readonly legacySignature?: boolean | undefined;
      /** The ceiling for the number of requests per second, as an average over any period of ten seconds. If the value is null, the webhook does not have this ceiling. If the value is 10 or more and a request begins late, the service begins the next requests earlier to compensate for the delay. In this case, a period of ten seconds can contain up to 1% more requests than the value allows, plus one request. The requests of test events and check-ups do not count, but replays of test events do. The field is not allowed if the webhook has `pull`. The value must be a number from 0.1 to 1,000, or null for no ceiling. */ readonly maxRequestsPerSecond?: number | null | undefined;
      /** The ceiling for the number of requests that are in flight at the same time. If the value is null, the webhook does not have this ceiling. The requests of test events and check-ups do not count, but replays of test events do. The field is not allowed if the webhook has `pull`. The value must be an integer from 1 to 64, or null for no ceiling. */ readonly maxConcurrentRequests?: number | null | undefined;
      /** True if the webhook is enabled. A disabled webhook gets no events except test events and check-ups. */ readonly enabled?: boolean | undefined } | undefined };
    readonly response: WebhookResponse;
  };
  /** Delete a webhook. Deletes a webhook and its secrets. Within 5 s after the deletion, the service stops sending requests to the receiver, even if deliveries are pending. You can no longer read the delivery log of the webhook. */
  readonly deleteWebhook: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string } };
    readonly response: {
      /** The request has succeeded. */ status: 'success' };
  };
  /** Reveal the secrets of a webhook. Shows the secrets that currently sign requests, and the secret that will sign requests after a scheduled rotation. Usually, a webhook has one secret. During a rotation, a webhook has two or three secrets. The service uses the newest active secret to create the signature in `x-service-signature`. The header `webhook-signature` contains one signature for each active secret. For each request, the service adds an entry to the audit trail. The entry says who requested the secrets. */
  readonly revealSecret: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string } };
    readonly response: {
      /** The secrets that currently sign requests, and the secret that will sign requests after a scheduled rotation. The newest secret is first. */ secrets: Array<WebhookSecret> };
  };
  /** Rotate the secret of a webhook. Creates a secret. The service begins to sign requests with the new secret after the number of hours in `takesEffectInHours` (0 by default). Then, for the number of hours in `overlapHours` (24 by default), the service signs requests with both the new secret and the earlier secrets. If a previous rotation has already set an earlier end for a secret, this end still applies. If a previous rotation has not taken effect yet, the new rotation replaces the previous rotation. The service stores at most 3 secrets of a webhook. If a rotation would exceed this number, the rotation removes the oldest secret. The body of this request is optional. */
  readonly rotateSecret: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string }; readonly body?: {
      /** The number of hours until the service begins to sign requests with the new secret. The value must be a number of hours from 0 to 168. */ readonly takesEffectInHours?: number | undefined;
      /** The number of hours for which the service signs requests with the earlier secrets in addition to the new secret. The value must be a number of hours from 0 to 168. */ readonly overlapHours?: number | undefined } | undefined };
    readonly response: {
      /** The secrets that currently sign requests, and the secret that will sign requests after a scheduled rotation. The newest secret is first. */ secrets: Array<WebhookSecret> };
  };
  /** Check a receiver. Sends up to 8 requests with the event `webhook.checkup`, and reports how the receiver handles each request. The check-up sends a valid request, a forged request, an old request, and a repetition of the valid request. The check-up also sends a request that contains an older event, a request that tests the rotation of the secret, a request that has the header `x-legacy-signature`, and a request that has a large body. If the webhook has `eventBus`, the check-up puts one event on the bus, and sends no other requests. A check-up always counts as 8 test events against the quota `testEvents`. The service sends the requests even if the webhook is disabled. The delivery log and the statistics do not contain these requests. */
  readonly checkUpWebhook: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string } };
    readonly response: {
      /** One result for each question about the receiver. */ results: Array<CheckupResult> };
  };
  /** List deliveries. Lists the deliveries to a webhook. The delivery of the latest accepted event is first. The service stores deliveries for 30 days, unless the stage sets a shorter time. Use `since` and `until` to select deliveries by the time at which the event was accepted. Both `since` and `until` are inclusive. If few deliveries match, a page can contain fewer deliveries than `limit`, or no deliveries, even if more pages follow. Every page except the last page contains `start`. */
  readonly listDeliveries: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string }; readonly query?: {
      /** The service lists only deliveries in this state. */ readonly state?: DeliveryState | undefined;
      /** The service lists only deliveries of events with this name. */ readonly event?: string | undefined;
      /** The service lists only deliveries of this class. */ readonly class?: DeliveryResult | undefined;
      /** The service lists only deliveries whose last attempt got this HTTP status. */ readonly statusCode?: number | undefined;
      /** The service lists only deliveries of events that were accepted at this time or later. */ readonly since?: string | undefined;
      /** The service lists only deliveries of events that were accepted at this time or earlier. */ readonly until?: string | undefined;
      /** The maximum number of deliveries on a page. */ readonly limit?: number | undefined;
      /** The value of `start` in the previous page. If this parameter is absent, the response is the first page. */ readonly start?: string | undefined } | undefined };
    readonly response: {
      /** The deliveries. The delivery of the latest accepted event is first. */ results: Array<DeliverySummary>;
      /** The position after which the next page begins. To get the next page, pass this value as `start` in the next request. The field is absent on the last page. */ start?: string | undefined };
  };
  /** List deliveries to all webhooks. Lists the deliveries to all webhooks of the network. The delivery of the latest accepted event is first. The parameters and pages are the same as for the route `GET /webhooks/{webhookId}/deliveries`. The list does not contain deliveries to deleted webhooks. */
  readonly listNetworkDeliveries: {
    readonly request: { readonly query?: {
      /** The service lists only deliveries in this state. */ readonly state?: DeliveryState | undefined;
      /** The service lists only deliveries of events with this name. */ readonly event?: string | undefined;
      /** The service lists only deliveries of this class. */ readonly class?: DeliveryResult | undefined;
      /** The service lists only deliveries whose last attempt got this HTTP status. */ readonly statusCode?: number | undefined;
      /** The service lists only deliveries of events that were accepted at this time or later. */ readonly since?: string | undefined;
      /** The service lists only deliveries of events that were accepted at this time or earlier. */ readonly until?: string | undefined;
      /** The maximum number of deliveries on a page. */ readonly limit?: number | undefined;
      /** The value of `start` in the previous page. If this parameter is absent, the response is the first page. */ readonly start?: string | undefined } | undefined };
    readonly response: {
      /** The deliveries. The delivery of the latest accepted event is first. */ results: Array<DeliveryOfWebhook>;
      /** The position after which the next page begins. To get the next page, pass this value as `start` in the next request. The field is absent on the last page. */ start?: string | undefined };
  };
  /** Show a delivery. Shows one delivery, its payload, and its latest 24 attempts. */
  readonly showDelivery: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string;
      /** The id of the delivery. All attempts to deliver one event to one webhook have the same delivery id, because the service derives the id from the event and the webhook. The value must be a delivery id: 26 characters of 0-9 and A-Z. */ readonly deliveryId: string } };
    readonly response: DeliveryDetail;
  };
  /** Find a delivery. Finds a delivery by its id. You do not need the id of the webhook. Receivers get the id of a delivery in the header `webhook-id`. The service does not find deliveries to deleted webhooks. */
  readonly findDelivery: {
    readonly request: { readonly parameters: {
      /** The id of the delivery. All attempts to deliver one event to one webhook have the same delivery id, because the service derives the id from the event and the webhook. The value must be a delivery id: 26 characters of 0-9 and A-Z. */ readonly deliveryId: string } };
    readonly response: DeliveryOfWebhook;
  };
  /** Show an event. Shows one event, its payload, its outcome at each webhook, and its deliveries. The service stores events for 30 days, unless the stage sets a shorter time. The response contains a delivery as soon as its first attempt has ended, or as soon as the delivery waits for its receiver. The response does not contain deliveries to deleted webhooks. */
  readonly showEvent: {
    readonly request: { readonly parameters: {
      /** The id of the event. No other stored event of the network has the same id. The value must be an event id: a string of 1 to 64 characters without control characters. */ readonly eventId: string } };
    readonly response: {
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event. */ event: string;
      /** The time at which the event happened, according to the request that posted the event. If the request did not contain `occurredAt`, the value is the time at which the service accepted the event. */ occurredAt: string;
      /** The time at which the service accepted the event. */ acceptedAt: string;
      /** The trace id of the event. The field is absent if the event has no trace. */ traceId?: string | undefined;
      /** The exact text that receivers get. The field is absent if the payload was erased. */ payload?: string | undefined;
      /** The outcome of the event at each webhook, in the order in which the webhooks were created. */ webhooks: Array<{
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. */ webhookId: string;
      /** The outcome of the event at the webhook. */ outcome: EventOutcome }>;
      /** The deliveries of the event, in the order in which their webhooks were created. */ deliveries: Array<DeliveryOfWebhook> };
  };
  /** Erase an event's payload. Removes the payload of an event, and the responses of receivers to the event. If a delivery of the event is still waiting, the delivery fails with the class `event_erased`. Repeat the request as long as the response is 202, because attempts that began before the erasure may still send the payload. The id and the name of the event are not removed. Activity records that the service created from the event are not removed either. Some copies of the payload are deleted later. Copies in the stream of the events table are deleted after a day. Copies in queue messages are deleted within minutes or, during a fault of the service, within 14 days. Copies in backups are deleted after 35 days. If a test event was sent with an idempotency key, the response that the service stores for this key also contains the payload. This response is deleted after a day. If a webhook was deleted before the erasure, the responses of its receiver are deleted at the end of their retention period. You can send this request even if all features of the network are off. */
  readonly eraseEventData: {
    readonly request: { readonly parameters: {
      /** The id of the event. No other stored event of the network has the same id. The value must be an event id: a string of 1 to 64 characters without control characters. */ readonly eventId: string } };
    readonly response: {
      /** The status of the erasure. `success`: The service has removed the payload of the event, and no delivery of the event is waiting. Some copies of the payload are deleted later. The description of `DELETE /events/{eventId}/data` lists these copies. `pending`: The service has removed the payload, but attempts that have already begun may still send the payload. Repeat the request. */ status: 'success' | 'pending' };
  };
  /** Send a test event. Sends one event to the receiver. The response shows the attempt, even if the attempt has failed. Set `event` to the name of the event (`channel.didCreate` by default). Set `data` to the payload of the event (by default, the sample of the event type). The service signs the request to the receiver like any other request, but never retries this request. The service sends the request even if the webhook is disabled. The service also sends the request if the patterns or the filter of the webhook exclude the event. In this case, the response contains `leftOut`. The delivery log shows the delivery as a test. The statistics do not include the delivery, and the delivery does not change the state of the webhook. The body of this request is optional. */
  readonly sendTestEvent: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string }; readonly body?: {
      /** The name of the event to send. The value must be an event name of at most 100 characters, such as channel.didCreate: 2 to 4 parts joined by dots, the first part in lower case. */ readonly event?: string | undefined;
      /** The payload of the event. If this field is absent, the service sends the sample of the event type. The value must be a JSON object. */ readonly data?: Readonly<Record<string, unknown>> | undefined } | undefined };
    readonly response: {
      /** The sequence number of the attempt. The first attempt of a delivery has the number 1. */ number: number;
      /** The time at which the attempt began. */ startedAt: string;
      /** The duration of the attempt in milliseconds. */ milliseconds: number;
      /** The result of the attempt. */ class: DeliveryClass;
      /** The HTTP status of the receiver's response. The field is absent if no valid status line arrived, or if EventBridge responded with 200 but did not accept the event. */ statusCode?: number | undefined;
      /** The code of the error that ended the attempt. The code comes from OpenSSL, Node.js, the HTTP parser or the operating system. The field is absent if the attempt ended with a complete response or with a time-out, or if the error has no such code. */ errorCode?: string | undefined;
      /** The IP address, without brackets, to which the service sent the request. The field is absent if there was no connection. */ remoteAddress?: string | undefined;
      /** The first 1 KiB of the response body, decoded as UTF-8. The field is absent if there was no body, or if the payload of the event was erased. */ responseStart?: string | undefined;
      /** The headers of the response, except `Set-Cookie`. Each line of the value contains one header. The value has at most 1,024 characters. The field is present only in the latest attempt, and only if the status of the response was not 2xx. The field is absent if the payload of the event was erased. */ responseHeaders?: string | undefined;
      /** The id of the delivery. All attempts to deliver one event to one webhook have the same delivery id, because the service derives the id from the event and the webhook. */ deliveryId: string;
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event that the service sent. */ event: string;
      /** The exact text of the body that the service sends to the receiver. On an event bus, the event has further members. */ payload: string;
      /** True if the patterns or the filter of the webhook exclude the event. Otherwise, the field is absent. */ leftOut?: true | undefined };
  };
  /** Replay a delivery. Sends the delivery again, and starts a new retry schedule. You can replay a delivery in any state. If a retry is pending, the new attempt replaces the retry. The response is 400 if the event has expired, if its payload was erased, or if the webhook is disabled. If the receiver is down, the delivery waits together with the other deliveries to this receiver. The service then immediately attempts one of the waiting deliveries. As soon as an attempt succeeds, the service sends all waiting deliveries. */
  readonly replayDelivery: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string;
      /** The id of the delivery. All attempts to deliver one event to one webhook have the same delivery id, because the service derives the id from the event and the webhook. The value must be a delivery id: 26 characters of 0-9 and A-Z. */ readonly deliveryId: string } };
    readonly response: DeliverySummary;
  };
  /** Try a receiver now. Call this route after you have repaired a receiver that was down or struggling. If a delivery waits for the receiver or for a retry, the service immediately attempts one delivery. If the attempt succeeds, the service sends all waiting deliveries, including deliveries whose retry is not due yet. Each request to the receiver counts as an attempt of a delivery. If the webhook is disabled, the response is 400. */
  readonly retryNow: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string } };
    readonly response: {
      /** The request has succeeded. */ status: 'success' };
  };
  /** Recover events. Sends events that the receiver has missed. The service considers only events that were accepted from `since` to `until`, and that match the current `events` and `filter` of the webhook. By default, the service sends events whose delivery has failed, unless the receiver aborted the delivery. The service also sends events that have no delivery, for example because the webhook was disabled or did not exist. To change this selection, use `state`, `event`, `class` and `statusCode`. The service sends the oldest events first, at a pace that does not overload the receiver. If `dryRun` is true, the service sends nothing, and the response contains the number of events that a recovery would send. To see the progress of a recovery, send a request with `dryRun: true` and with `askedAt`. If the count of a dry run takes too long, the service stops the count. The response then covers only the events that were accepted up to the time `countedUntil`. To continue the count, repeat the dry run, and set `start` to the value of `start` in the previous response. */
  readonly recoverDeliveries: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string }; readonly body: {
      /** The service sends only events that were accepted at this time or later. The value must be an ISO 8601 time stamp with a time zone, such as 2024-02-28T12:00:00.000Z. */ readonly since: string;
      /** The service sends only events that were accepted at this time or earlier. The default is the time of this request. The value must be an ISO 8601 time stamp with a time zone, such as 2024-02-28T12:00:00.000Z. */ readonly until?: string | undefined;
      /** The state of the deliveries that the service sends again. If the value is `failed`, and the request contains neither `class` nor `statusCode`, the service also sends events that have no delivery. The value must be delivered, retrying or failed. */ readonly state?: DeliveryState | undefined;
      /** The service sends only events with this name. The value must be an event name of at most 100 characters, such as channel.didCreate: 2 to 4 parts joined by dots, the first part in lower case. */ readonly event?: string | undefined;
      /** The service sends only deliveries of this class. The value must be a class of deliveries, such as http_5xx or timeout. */ readonly class?: DeliveryResult | undefined;
      /** The service sends only deliveries whose last attempt got this HTTP status. The value must be an HTTP status code, from 100 to 599. */ readonly statusCode?: number | undefined;
      /** If true, the service sends nothing. The response contains the number of events that a recovery would send. */ readonly dryRun?: boolean | undefined;
      /** The value of `progress.at` in the response to the request that started the recovery. You can also use the value of `progress.at` in the response to a dry run that you sent before you started the recovery. In the response to the current request, `progress` counts the deliveries that recoveries have sent since this time. The field is allowed only if `dryRun` is true. The value must be an ISO 8601 time stamp with a time zone, such as 2024-02-28T12:00:00.000Z. */ readonly askedAt?: string | undefined;
      /** The value of `start` in the response to the previous dry run. Set this field to continue the count of the previous dry run. Send the same `since` and `until` as in the previous dry run. The total is the sum of the numbers in the two responses. The field is allowed only if `dryRun` is true. The value must be a delivery id: 26 characters of 0-9 and A-Z. */ readonly start?: string | undefined } };
    readonly response: {
      /** The number of events that the service will send, or `started` if the count takes too long. In a dry run, the value is always a number. If the response contains `countedUntil`, the number does not include events that were accepted after `countedUntil`. */ recovering: Recovering;
      /** The progress of the deliveries that recoveries have sent since `askedAt`. */ progress: {
      /** The time at which the service counted the deliveries. */ at: string;
      /** The number of deliveries that are still waiting for their first attempt since `askedAt`. */ waiting: number;
      /** The number of deliveries that have succeeded. */ delivered: number;
      /** The number of deliveries for which all attempts since `askedAt` have failed. The number also includes deliveries that failed without an attempt. */ failed: number;
      /** True if `progress.waiting` is 0, and the service has no more events to send. The value is also true if the webhook is disabled. */ ended: boolean;
      /** True if somebody stopped the recoveries of the webhook after this recovery was requested, even if this recovery had already ended. The service does not send the remaining deliveries of a stopped recovery. Otherwise, the field is absent. */ stopped?: true | undefined };
      /** The time up to which the dry run has counted the events. The field is absent if the dry run has counted all events. */ countedUntil?: string | undefined;
      /** The position at which the dry run stopped the count. To continue the count, send another dry run with this value as `start` and with the same `since` and `until`. The field is absent if the dry run has counted all events. */ start?: string | undefined };
  };
  /** Stop recoveries. Stops the recoveries of the webhook that were requested at the time `askedAt` or earlier. Within about ten seconds, the service stops sending requests for these recoveries. If a delivery is still waiting because of a stopped recovery, the service restores the state that the delivery had before the recovery: `failed` or `delivered`. If the recovery has created the waiting delivery, this delivery becomes `failed` with the class `webhook_disabled`. If the recovery has already attempted a delivery, the delivery keeps its state and its retries. If a delivery was `retrying` before the recovery, it keeps its state and its retries even if the recovery has not attempted it. */
  readonly stopRecoveries: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string }; readonly query?: {
      /** The value of `progress.at` in the response to the request that started a recovery. The service stops this recovery and all earlier recoveries. Later recoveries continue. The default is the time of this request. */ readonly askedAt?: string | undefined } | undefined };
    readonly response: {
      /** The request has succeeded. */ status: 'success' };
  };
  /** Read events. Returns the events of a webhook whose field `pull` is true. The oldest event is first. A response contains at most 100 events, and at most 1 MiB of payloads. The receiver signs the query of the request with the secret of the webhook, in the same way as the service signs deliveries. Instead of a signature, the request can contain an access token with the role `server` or `admin`. The service returns each event at least once, unless the payload of the event was erased. Use `eventId` to recognize repeated events. An event is usually available a few seconds after the service has accepted it. If an event becomes available more than two minutes late, a request with `after` can miss this event. To get such events, read an earlier period again with `since`. If `pollAfterSeconds` is 0, send the next request immediately. */
  readonly pullEvents: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string }; readonly query?: {
      /** The id of the network (tenant). A signed request must contain this parameter. */ readonly networkId?: string | undefined;
      /** The value of `next` in the previous response. If the request contains neither `after` nor `since`, the response begins with the first event that was accepted after the creation of the webhook. */ readonly after?: string | undefined;
      /** The response begins with the first event that was accepted at this time or later. A request can contain `since` or `after`, but not both. */ readonly since?: string | undefined;
      /** The maximum number of events in a response. */ readonly limit?: number | undefined } | undefined };
    readonly response: {
      /** The events. The oldest event is first. The list can be empty even if more events follow. */ results: Array<{
      /** The id of the event. No other stored event of the network has the same id. */ eventId: string;
      /** The name of the event. */ event: string;
      /** The time at which the service accepted the event. */ acceptedAt: string;
      /** The payload of the event. The payload is exactly the body that the service would send to the URL of a webhook. */ payload: string }>;
      /** The position after the last event that the service has examined. The field is always present. After you have handled the events, store this value. Pass the value as `after` in the next request. */ next: string;
      /** The number of seconds to wait before the next request. The value is 0 if more events may be available now. */ pollAfterSeconds: number };
  };
  /** Source addresses. Lists the addresses from which the service sends webhooks. You can allow these addresses in the firewall of a receiver. The addresses are the same for all networks of the stage. An address does not prove who has sent a request, so receivers must verify the signature as well. */
  readonly listSourceAddresses: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: SourceAddresses;
  };
  /** Statistics of every webhook. Counts the attempts to each webhook of the network, except webhooks with `pull`, in the last 24 hours, including the current hour. Attempts of the last few seconds may be missing. */
  readonly listWebhookStatistics: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** One entry for each webhook of the network that has no `pull`. */ results: Array<WebhookCounts> };
  };
  /** Statistics of a webhook. Counts the attempts to a webhook. The response contains the counts of each hour. The oldest hour is first. The response also contains the number of failed attempts for each status code or `class`, and for each event name. The response does not contain hours without attempts. Attempts of the last few seconds may be missing. */
  readonly showWebhookStatistics: {
    readonly request: { readonly parameters: {
      /** The id of the webhook. If you created the webhook with PUT, you chose the id. If you created the webhook with POST, the service generated the id. The value must be a webhook id: 1 to 64 letters (A-Z, a-z), digits, hyphens, underscores or dots; the first character must be a letter or a digit. */ readonly webhookId: string }; readonly query?: {
      /** The number of hours that the response covers, including the current hour. */ readonly hours?: number | undefined } | undefined };
    readonly response: {
      /** The counts of each hour. The oldest hour is first. The list does not contain hours without attempts. */ hours: Array<HourlyCounts>;
      /** The counts of each five-minute period in the last two hours. The list contains only periods within the requested hours. The oldest period is first. The list does not contain periods without attempts. */ periods: Array<{
      /** The start of the five-minute period. */ at: string;
      /** The number of attempts that succeeded. */ delivered: number;
      /** The number of attempts that failed. */ failed: number }>;
      /** The number of failed attempts for each result. If the receiver responded with one of the status codes 400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429, 500, 501, 502, 503 and 504, the result is this status code. Otherwise, the result is the `class` of the attempt. */ failuresByResult: { [name: string]: number };
      /** The number of failed attempts for each event name. The service counts events that are not in the catalogue as `other`. */ failuresByEvent: { [name: string]: number } };
  };
  /** Statistics of the network. Counts the attempts to all webhooks of the network together. The response contains the counts of each hour. The oldest hour is first. The response also contains the number of failed attempts for each status code or `class`, and for each event name. The response does not contain hours without attempts. Attempts of the last few seconds may be missing. */
  readonly showStatistics: {
    readonly request: { readonly query?: {
      /** The number of hours that the response covers, including the current hour. */ readonly hours?: number | undefined } | undefined };
    readonly response: {
      /** The counts of each hour. The oldest hour is first. The list does not contain hours without attempts. */ hours: Array<HourlyCounts>;
      /** The counts of each five-minute period in the last two hours. The list contains only periods within the requested hours. The oldest period is first. The list does not contain periods without attempts. */ periods: Array<{
      /** The start of the five-minute period. */ at: string;
      /** The number of attempts that succeeded. */ delivered: number;
      /** The number of attempts that failed. */ failed: number }>;
      /** The number of failed attempts for each result. If the receiver responded with one of the status codes 400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429, 500, 501, 502, 503 and 504, the result is this status code. Otherwise, the result is the `class` of the attempt. */ failuresByResult: { [name: string]: number };
      /** The number of failed attempts for each event name. The service counts events that are not in the catalogue as `other`. */ failuresByEvent: { [name: string]: number } };
  };
  /** Export a user's data. Returns one page of the blocks and the activity records of a user. The blocks that the user made come first, and the activity records of the user follow. One page can contain both. The pages do not show which other users have blocked this user. No page contains events, because your own back end has posted the events of your product. The last page does not contain `pageToken`. You can send this request even if all features of the network are off. If the id contains `/`, `?`, `#` or `%`, the response is 400. For such an id, an operator must use the command line. */
  readonly exportUser: {
    readonly request: { readonly parameters: {
      /** The id of the user. The value must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters. */ readonly userId: string }; readonly query?: {
      /** The value of `pageToken` in the previous page. If this parameter is absent, the response is the first page. */ readonly pageToken?: string | undefined } | undefined };
    readonly response: {
      /** The blocks that the user made. */ blocks: Array<BlockedUser>;
      /** The activity records of the user. */ activities: Array<ActivityRecord>;
      /** The position after which the next page begins. To get the next page, pass this value as `pageToken` in the next request. The field is absent on the last page. */ pageToken?: string | undefined };
  };
  /** Erase a user's data. Erases the blocks that the user made, the blocks that other users have set on this user, and the activity records of the user. Audit entries about the creation of an admin link contain the id of the user for whom the link was made. The request also removes the id of the user from these entries. Stop issuing access tokens for the user before you send the request, because requests with a valid token of the user can store new data. Repeat the request as long as the response is 202. Repeat the request once more a day later, because events that were posted before the erasure can still create activity records. If an access token of the user is valid for more than a day, repeat the request when this token has expired. The request does not erase payloads of events, or responses of receivers. The service deletes payloads and responses at the end of their retention period. To erase payloads and responses earlier, send `DELETE /events/{eventId}/data` for each event. The request does not change audit entries about actions that the user took as an admin. You can send this request even if all features of the network are off. If the id contains `/`, `?`, `#` or `%`, the response is 400. For such an id, an operator must use the command line. */
  readonly eraseUser: {
    readonly request: { readonly parameters: {
      /** The id of the user. The value must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters. */ readonly userId: string } };
    readonly response: {
      /** The status of the erasure. `success`: The erasure is complete. `pending`: Some of the data may remain. Repeat the request. */ status: 'success' | 'pending';
      /** The numbers of items that this request has removed. */ removed: {
      /** The number of blocks that the user made. */ blocks: number;
      /** The number of blocks that other users have set on this user. */ blockedBy: number;
      /** The number of activity records of the user. */ activities: number;
      /** The number of markers. A marker prevents the service from recording a comment twice. */ markers: number;
      /** The number of audit entries from which the request has removed the id of the user. These entries are about the creation of admin links for this user. */ auditEntries: number };
      /** The kinds of data that may remain. */ left: Array<'blocks' | 'blockedBy' | 'activities' | 'markers' | 'auditEntries'> };
  };
  /** Make a link into the admin panel. Creates a link that opens the admin panel for a person who is signed in to your own product. The person can open the link once, within 10 minutes. The service adds an entry about the link to the audit trail. If the person later makes a change in the panel, the audit entry about this change contains the id of the person. You can send this request even if all features of the network are off. */
  readonly createAdminLink: {
    readonly request: { readonly body: {
      /** The id of the person whom the link signs in. The audit trail shows this id. The value must be a user id: a non-empty string of at most 128 UTF-8 bytes without control characters. */ readonly user: string;
      /** The role of the person in the admin panel. `admin`: The person can see and change everything that an admin can see and change. `viewer`: The person can see everything except secrets, the values of custom headers, and the progress of recoveries. The person cannot change anything. The value must be admin or viewer. */ readonly role?: 'admin' | 'viewer' | undefined;
      /** The number of seconds for which the person stays signed in after opening the link. The value must be an integer from 60 to 43200. */ readonly sessionSeconds?: number | undefined } };
    readonly response: {
      /** The URL of the panel, followed by `#link=` and the code. The field is absent if the URL of the panel is not set on the stage. */ link?: string | undefined;
      /** The code of the link, which the panel exchanges for an access token. */ code: string;
      /** The time until which the link can be opened. */ expiresAt: string };
  };
  /** Exchange the code of an admin link for an access token. The panel calls this route. A code can be exchanged once. The caller generates a random text, and sends the text in the field `attempt`. If the response is lost, the caller can repeat the request with the same `attempt` to get a token. The response is 404 if the code is unknown, if the code has expired, or if the code was exchanged with another `attempt`. If an operator creates a link and names no person, the code of this link can be exchanged any number of times until the link expires, or until an operator revokes the signing key of the link. */
  readonly redeemAdminLink: {
    readonly request: { readonly body: {
      /** The code of the link. The value must be the code of a link: 43 characters of A-Z, a-z, 0-9, - and _. */ readonly code: string;
      /** A random text. If you repeat the request, send the same text again. The value must be 16 to 64 characters of A-Z, a-z, 0-9, - and _. */ readonly attempt: string } };
    readonly response: {
      /** The access token with which the panel sends requests for the person who opened the link. */ token: string };
  };
  /** Show the network. Shows the settings of the network to which the access token belongs. You can send this request even if all features of the network are off. As a result, an admin can always see which features are on. */
  readonly showNetwork: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: NetworkResponse;
  };
  /** List the audit trail. Lists the entries of the audit trail. Each entry says who did what in the network. The latest entry is first. The service stores entries for 400 days, unless the stage sets a shorter time. If you set `webhookId`, the service lists only entries about this webhook. The webhook may have been deleted. Use `since` and `until` to select entries by the time of the action. Both `since` and `until` are inclusive. The list contains an entry within a few seconds after the action. Every page except the last page contains `start`. You can send this request even if all features of the network are off. */
  readonly listAudit: {
    readonly request: { readonly query?: {
      /** The service lists only entries about this webhook. The webhook may have been deleted. */ readonly webhookId?: string | undefined;
      /** The service lists only entries about actions at this time or later. */ readonly since?: string | undefined;
      /** The service lists only entries about actions at this time or earlier. */ readonly until?: string | undefined;
      /** The maximum number of entries on a page. */ readonly limit?: number | undefined;
      /** The value of `start` in the previous page. If this parameter is absent, the response is the first page. */ readonly start?: string | undefined } | undefined };
    readonly response: {
      /** The entries. The latest entry is first. */ results: Array<AuditEntry>;
      /** The position after which the next page begins. To get the next page, pass this value as `start` in the next request. The field is absent on the last page. */ start?: string | undefined };
  };
  /** Show who gets notices by e-mail. Shows the e-mail addresses to which the service sends notices about the webhooks of the network. */
  readonly showNoticeSettings: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** The e-mail addresses for notices. */ addresses: Array<string>;
      /** The addresses that get no notices yet, because their owners have not confirmed them. */ unconfirmed: Array<string>;
      /** The numbers of mails and of notices that were not sent by e-mail, on the current day (UTC). */ today: {
      /** The number of mails with notices that the service has sent. */ mails: number;
      /** The number of notices that the service did not send by e-mail, because a daily limit was reached. */ heldBack: number };
      /** The address from which the service sends mails. The field is absent if the stage sends no mails. */ sender?: string | undefined };
  };
  /** Change who gets notices by e-mail. Replaces the e-mail addresses that get notices about the webhooks of the network. An empty list removes all addresses. The service sends each new address a mail that contains a confirmation link. To confirm the address, the owner of the address opens the link, and then chooses _Confirm_ on the page. Before the confirmation, the service sends no notices to the address. If a later request contains an address that is still unconfirmed, the service sends another mail that contains a confirmation link. The service sends this mail only if the last mail to the address is at least ten minutes old. For each network, the service sends at most 20 confirmation mails a day (UTC). */
  readonly changeNoticeSettings: {
    readonly request: { readonly body: {
      /** The e-mail addresses for notices. This list replaces all earlier addresses. The value must be an array of at most 10 e-mail addresses. */ readonly addresses: ReadonlyArray<string> } };
    readonly response: {
      /** The e-mail addresses for notices. */ addresses: Array<string>;
      /** The addresses that get no notices yet, because their owners have not confirmed them. */ unconfirmed: Array<string>;
      /** The numbers of mails and of notices that were not sent by e-mail, on the current day (UTC). */ today: {
      /** The number of mails with notices that the service has sent. */ mails: number;
      /** The number of notices that the service did not send by e-mail, because a daily limit was reached. */ heldBack: number };
      /** The address from which the service sends mails. The field is absent if the stage sends no mails. */ sender?: string | undefined };
  };
  /** Confirm an address for notices. Confirms an e-mail address. After the confirmation, the service sends notices to this address. The link in the mail leads to a page that calls this route. The request needs no access token, because the link contains a separate token. The token in the link can be used once, within 72 hours. If the service sends a new link to the address, or an admin removes the address, the token becomes invalid. */
  readonly confirmNoticeAddress: {
    readonly request: { readonly body: {
      /** The id of the network (tenant). The value must be a network id: 1 to 32 lower-case letters (a-z), digits or hyphens; the first character must be a letter or a digit. */ readonly networkId: string;
      /** The token in the link. The token proves that the caller has received the mail. The value must be the token of the link in the mail. */ readonly token: string } };
    readonly response: {
      /** The confirmed address. The service sends notices to this address from now on. */ address: string };
  };
  /** Send a test mail. Immediately sends one mail to all confirmed addresses. The mail says that it is a test. For each network, the service sends at most 20 test mails a day (UTC). */
  readonly sendTestNotice: {
    readonly request: Readonly<Record<string, never>>;
    readonly response: {
      /** The addresses to which the service sent the mail. */ addresses: Array<string> };
  };
  /** Health. Responds with 200 as long as the API accepts requests. A monitor can also send HEAD to get the same response without a body. */
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
