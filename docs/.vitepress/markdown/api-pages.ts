/** What pages of the API reference have on the site: a "try it" form for each route, and samples as tabs. */
import type { MarkdownRenderer } from 'vitepress';
import { parametersOf } from '../../../contract/openapi.ts';
import { needsToken, type RouteDefinition } from '../../../contract/route.ts';
import { documentationOf, routes } from '../../../contract/routes.ts';
import type { TriedRoute } from '../theme/tried-route.ts';

/** A form can't sign, as receivers do. */
const triedRoutes = Object.values<RouteDefinition>(routes).filter(({ role }) => role !== 'receiver');

/** Puts a form below each route, such as `GET /block`. */
export function tryRoutes(md: MarkdownRenderer): void {
  const routes = new Map(triedRoutes.map((route) => [`\`${route.method} ${route.path}\``, route]));
  md.core.ruler.push('try-routes', (state) => {
    if (!String(state.env.relativePath).startsWith('api/')) return;
    state.tokens = state.tokens.flatMap((token, index, tokens) => {
      const line = token.type === 'paragraph_close' ? tokens[index - 1] : undefined;
      const route = line && routes.get(line.content);
      if (route === undefined) return [token];
      const form = new state.Token('try_route', '', 0);
      form.content = JSON.stringify(tried(route));
      return [token, form];
    });
  });
  md.renderer.rules['try_route'] = (tokens, index) =>
    `<TryRoute route="${md.utils.escapeHtml(tokens[index]?.content ?? '')}" />\n`;
}

function tried(route: RouteDefinition): TriedRoute {
  const { method, path, body } = route;
  return {
    method,
    path,
    needsToken: needsToken(route),
    parameters: parametersOf(route).map(({ name, in: place, required, schema: { type } }) => {
      return { name, in: place, required, isList: type === 'array' };
    }),
    ...(body && { body: JSON.stringify(documentationOf(route).example.body, null, 2) }),
  };
}

const titles = { sh: 'curl', js: 'JavaScript', python: 'Python' } as const;
const SAMPLES = /```sh\n[^`]*```\n\n```js\n[^`]*```\n\n```python\n[^`]*```\n/g;

/** Shows blocks of code one after another, each in one language, as tabs. */
export function sampleTabs(md: MarkdownRenderer): void {
  md.core.ruler.before('normalize', 'sample-tabs', (state) => {
    if (!/^api[./]/.test(String(state.env.relativePath))) return;
    state.src = state.src.replaceAll(SAMPLES, (samples) => {
      const titled = samples.replaceAll(
        /^```(sh|js|python)$/gm,
        (fence, language: keyof typeof titles) => `${fence} [${titles[language]}]`,
      );
      return `::: code-group\n${titled}:::\n`;
    });
  });
}
