/** Moves what VitePress writes into its pages out of them, because the content security policy refuses inline code. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TransformContext } from 'vitepress';

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
