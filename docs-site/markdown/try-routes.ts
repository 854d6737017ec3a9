/** Puts a "try it" form below each route, such as `GET /block`, in the API reference. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { MarkdownRenderer } from 'vitepress';
import type { TriedRoute } from '../theme/tried-route.ts';

const document = join(import.meta.dirname, '../../lambdas/api/openapi.generated.json');

const Operation = v.object({
  /** Without it, that of the document. */
  security: v.optional(v.array(v.record(v.string(), v.unknown()))),
  parameters: v.optional(
    v.array(
      v.object({
        name: v.string(),
        in: v.picklist(['path', 'query', 'header']),
        required: v.boolean(),
        schema: v.object({ type: v.optional(v.string()) }),
      }),
    ),
    [],
  ),
  requestBody: v.optional(v.object({ content: v.object({ 'application/json': v.object({ example: v.unknown() }) }) })),
});
const Document = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    tags: v.array(v.object({ name: v.string() })),
    security: v.array(v.record(v.string(), v.unknown())),
    paths: v.record(v.string(), v.record(v.string(), Operation)),
  }),
);

export function tryRoutes(md: MarkdownRenderer): void {
  const routes = new Map(readRoutes().map((route) => [`\`${route.method} ${route.path}\``, route]));
  md.core.ruler.push('try-routes', (state) => {
    if (!String(state.env.relativePath).startsWith('api/')) return;
    state.tokens = state.tokens.flatMap((token, index, tokens) => {
      const line = token.type === 'paragraph_close' ? tokens[index - 1] : undefined;
      const route = line && routes.get(line.content);
      if (route === undefined) return [token];
      const form = new state.Token('try_route', '', 0);
      form.content = JSON.stringify(route);
      return [token, form];
    });
  });
  md.renderer.rules['try_route'] = (tokens, index) =>
    `<TryRoute route="${md.utils.escapeHtml(tokens[index]?.content ?? '')}" />\n`;
}

const readDocument = () => v.parse(Document, readFileSync(document, 'utf8'));

/** The names of the reference's pages. */
export const groupsOfRoutes = (): readonly string[] => readDocument().tags.map(({ name }) => name);

function readRoutes(): readonly TriedRoute[] {
  const { security: usual, paths } = readDocument();
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { security = usual, parameters, requestBody }]) => {
      // A form can't sign.
      if (security.some((scheme) => !('accessToken' in scheme))) return [];
      const body = requestBody?.content['application/json'];
      return {
        method: method.toUpperCase(),
        path,
        needsToken: security.length > 0,
        parameters: parameters.map(({ schema: { type }, ...rest }) => ({ ...rest, isList: type === 'array' })),
        ...(body && { body: JSON.stringify(body.example, null, 2) }),
      };
    }),
  );
}
