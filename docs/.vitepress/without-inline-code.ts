/** Turns inline styles and scripts into classes and files: the content security policy refuses them in pages. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MarkdownOptions, MarkdownRenderer, TransformContext } from 'vitepress';

type Theme = NonNullable<MarkdownOptions['theme']>;
type Transformer = NonNullable<MarkdownOptions['codeTransformers']>[number];

const scopes: Readonly<Record<string, readonly string[]>> = {
  comment: ['comment'],
  constant: ['constant', 'support.constant', 'variable.language'],
  function: ['entity.name.function', 'support.function'],
  keyword: ['keyword', 'storage', 'punctuation.definition.heading'],
  name: ['support.type.property-name', 'entity.name.tag', 'entity.name.type'],
  string: ['string', 'punctuation.definition.string'],
};

/** Colours of code: names a class, such as `code-keyword`, where other themes have a colour. */
export const codeTheme: Theme = {
  name: 'classes',
  type: 'light',
  colors: { 'editor.foreground': 'var(--code-text)', 'editor.background': 'var(--code-background)' },
  settings: Object.entries(scopes).map(([name, scope]) => ({
    scope: [...scope],
    settings: { foreground: `var(--code-${name})` },
  })),
};

/** Turns each colour of `codeTheme` into its class. */
export const classNames: Transformer = {
  name: 'class-names',
  pre({ properties }) {
    delete properties['style'];
  },
  span(element) {
    const name = /--(code-[a-z]+)/.exec(String(element.properties['style'] ?? ''))?.[1];
    delete element.properties['style'];
    if (name !== undefined && name !== 'code-text') this.addClassToHast(element, name);
  },
};

/** Aligns the cells of tables by class. */
export function tableAlignment(md: MarkdownRenderer): void {
  md.core.ruler.push('table-alignment', ({ tokens }) => {
    for (const token of tokens) {
      const alignment = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
      if (alignment === undefined) continue;
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
      token.attrJoin('class', `align-${alignment}`);
    }
  });
}

const INLINE_SCRIPT = /<script(?: id="[\w-]+")?>([^<]+)<\/script>/g;
/** On the server, Vue writes two bound styles as attributes; in the browser it sets them itself. */
const STYLE_ATTRIBUTE = / style="[^"]*"/g;

/** The page with scripts that are files of the site. They still run where they are, before the page is shown. */
export function withoutInlineCode(html: string, _id: string, { siteConfig }: TransformContext): string {
  const { outDir, site } = siteConfig;
  return html
    .replaceAll(INLINE_SCRIPT, (_, code: string) => {
      const name = `assets/inline.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
      mkdirSync(join(outDir, 'assets'), { recursive: true });
      writeFileSync(join(outDir, name), code);
      return `<script src="${site.base}${name}"></script>`;
    })
    .replaceAll(STYLE_ATTRIBUTE, '');
}
