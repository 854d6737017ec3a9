/** The lists of routes in docs/spec/access.md, from the contract, so that a new route can't be missing. */
import { wrapped } from '../bin/prove/markdown.ts';
import { methodsOf, type RouteDefinition } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';

/** Who may call a route of a role, in the words of the page. */
const callers: Readonly<Record<RouteDefinition['role'], string>> = {
  user: '`user`',
  server: '`server`',
  viewer: '`viewer`, and `admin`',
  admin: '`admin`',
  receiver: 'the receiver of the webhook',
  anyone: 'anyone, without a token',
};

const roles = Object.keys(callers).filter((role): role is RouteDefinition['role'] => role in callers);
const all: readonly RouteDefinition[] = Object.values(routes);

/** Paths in the order of the contract, each with its methods, and with the other roles whose tokens it takes. */
function pathsOf(role: RouteDefinition['role']): string {
  const ofRole = all.filter((route) => route.role === role);
  return [...Map.groupBy(ofRole, ({ path, alsoFor = [] }) => JSON.stringify([path, alsoFor]))]
    .map(([, [first, ...more]]) => {
      const methods = [first, ...more].flatMap((route) => (route ? methodsOf(route) : []));
      const others = first?.alsoFor?.map((other) => `\`${other}\``).join(' and ');
      return `${methods.map((method) => `\`${method}\``).join(', ')} \`${first?.path}\`${others ? ` (and ${others})` : ''}`;
    })
    .join('; ');
}

/** The tables by their names. */
export const routeTables = (): Readonly<Record<string, string>> => ({
  routes: wrapped(roles.map((role) => `- ${callers[role]}: ${pathsOf(role)}`).join('\n')),
});
