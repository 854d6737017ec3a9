/** Aligns the cells of tables by class, because the content security policy refuses style attributes. */
import type { MarkdownRenderer } from 'vitepress';

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
