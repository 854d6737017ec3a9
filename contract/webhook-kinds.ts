/** The kinds of webhooks, by where events go, and which fields only some of them have (docs/spec/webhooks.md#kinds). */

/** The field that says where events go: a webhook has exactly one of them. */
export type WebhookKind = 'url' | 'eventBus' | 'pull';

/** The fields that only some kinds have, with these. Headers and a second request are HTTP's, a pace that of requests. */
const kindsWith = {
  headers: ['url'],
  legacySignature: ['url'],
  maxRequestsPerSecond: ['url', 'eventBus'],
  maxConcurrentRequests: ['url', 'eventBus'],
} as const satisfies Readonly<Record<string, readonly WebhookKind[]>>;
/** A field that only some kinds have. */
export type FieldOfKinds = keyof typeof kindsWith;

/** A configuration, or a part of it. */
export type KindFields = { readonly [Field in WebhookKind | FieldOfKinds]?: unknown };

/** The kinds of which a configuration names the field. */
export const kindsOf = (webhook: KindFields): readonly WebhookKind[] =>
  (['url', 'eventBus', 'pull'] as const).filter((kind) => webhook[kind] !== undefined);

/** Whether webhooks of this kind have the field. */
export const hasField = (kind: WebhookKind, field: FieldOfKinds): boolean =>
  kindsWith[field].some((one) => one === kind);

/** A field that a configuration may not set, and what a caller reads about it behind its name. */
export interface MisplacedField {
  readonly field: FieldOfKinds;
  readonly message: string;
}

/** The fields that are set, to something else than their default, although the kind of the webhook lacks them. */
export function misplacedFields(webhook: KindFields): readonly MisplacedField[] {
  const [kind] = kindsOf(webhook);
  if (kind === undefined) return [];
  const message = `must be left out for a webhook with ${kind}, on which it would have no effect`;
  return fieldsOfKinds
    .filter((field) => !hasField(kind, field) && isSet(webhook[field]))
    .map((field) => ({ field, message }));
}

const isField = (name: string): name is FieldOfKinds => name in kindsWith;
const fieldsOfKinds = Object.keys(kindsWith).filter(isField);

const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
