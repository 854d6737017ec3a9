/** The groups of operations in the OpenAPI document. */

/** Operations are grouped by the first part of their path. */
export const tags: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  block: { name: 'Blocking', description: 'Who has blocked whom, and whose content to hide.' },
  'user-activities': { name: 'Activity', description: 'What a user did.' },
  users: { name: "Users' data", description: 'Export and erasure of what is stored about users.' },
  events: { name: 'Events', description: 'What happens on the platform.' },
  webhooks: { name: 'Webhooks', description: 'Who is notified of events, and what came of it.' },
  network: { name: 'Network', description: 'The settings of a network, and who changed what.' },
  health: { name: 'Service', description: 'The service itself.' },
};
/** The groups of paths that begin otherwise. */
const sameTag: Readonly<Record<string, string>> = {
  audit: 'network',
  'event-types': 'events',
  deliveries: 'webhooks',
  'webhook-statistics': 'webhooks',
  'openapi.json': 'health',
};

/** The name of a path's group. Throws if it has none. */
export function tagOf(path: string): string {
  const [, first = ''] = path.split('/');
  const tag = tags[sameTag[first] ?? first];
  if (tag === undefined) throw new Error(`The path ${path} needs a group in contract/operation-tags.ts.`);
  return tag.name;
}
