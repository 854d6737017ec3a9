/** Colours of code as classes (`code-keyword`), because the content security policy refuses style attributes. */
import type { MarkdownOptions } from 'vitepress';

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

/** Names a class where other themes have a colour. */
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
