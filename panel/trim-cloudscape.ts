/**
 * Makes what the browser loads of Cloudscape smaller, without changing what it does: shorter names of classes and of
 * design tokens, no fallbacks of tokens that the theme always has, no tokens that nothing uses, and only modules, icons
 * and messages that the panel needs.
 */
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import * as v from 'valibot';

const cloudscape = join(import.meta.dirname, '../node_modules/@cloudscape-design');

/** The design tokens that the theme defines: `--color-border-item-abc123`. */
const tokens: ReadonlySet<string> = new Set(
  readFileSync(join(cloudscape, 'components/internal/base-theme/styles.scoped.css'), 'utf8')
    .match(/--[\w-]+/g)
    ?.filter((name) => /-[a-z0-9]{6}$/.test(name)),
);

/**
 * A shorter name for each class of each style sheet: the hash of the sheet's path, and the place of the class in it. panel.css
 * knows the names of buttons.
 */
const classes: ReadonlyMap<string, string> = new Map(
  globSync('components/**/styles.css.js', { cwd: cloudscape }).flatMap((file) =>
    Array.from(
      readFileSync(join(cloudscape, file), 'utf8').matchAll(
        /"(awsui_(?!button_)[\w-]+_([a-z0-9]{5})_[a-z0-9]{5}_\d+)"/g,
      ),
      ([, name = '', sheet = ''], index) => [name, `a${sheet}${index.toString(36)}`] as const,
    ),
  ),
);
const CLASS = /\bawsui_[\w-]+/g;
const PROPERTY = /--[\w-]+/g;

/** A script or style sheet of Cloudscape with shorter names, the same in all of them. */
export const withShortNames = (text: string): string =>
  withoutFallbacks(text)
    .replace(CLASS, (name) => classes.get(name) ?? name)
    .replace(PROPERTY, (name) => (tokens.has(name) ? `--${name.slice(-6)}` : name));

/** Leaves `#fff` out of `var(--token, #fff)` where the theme has the token. */
function withoutFallbacks(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: begin, 1: name = '' } of text.matchAll(/var\((--[\w-]+),/g)) {
    if (index < from || !tokens.has(name)) continue;
    let end = index + begin.length;
    for (let depth = 1; depth > 0 && end < text.length; end++)
      depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
    parts.push(text.slice(from, index), `var(${name})`);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

/** A style sheet without the tokens that `used` (all scripts and style sheets) does not have. */
export function withoutUnusedTokens(sheet: string, used: string): string {
  const names = new Set(Array.from(used.matchAll(/--[a-z0-9]{6}(?=[^\w:-]|$)/g), ([name]) => name));
  return sheet.replace(/(--[a-z0-9]{6}):[^;{}]*;?/g, (all, name: string) => (names.has(name) ? all : ''));
}

const FONT_FACE = /@font-face\s*\{[^}]*\}/g;
/** The icons that Cloudscape's own components name, and those of the panel (panel/test/trim-cloudscape.integration.test.ts). */
export const icons: ReadonlySet<string> = new Set(
  `add-plus angle-down angle-left angle-right announcement arrow-down arrow-left arrow-right arrow-up calendar
  caret-down-filled caret-down caret-up-filled check close copy dot download drag-indicator edit ellipsis expand external
  file filter gen-ai group key keyboard lock-private map menu pause play refresh remove resize-area script search send
  settings share shrink side-bar sign-out slash-divider status-in-progress status-info status-negative
  status-not-started status-pending status-positive status-stopped status-warning treeview-collapse treeview-expand
  upload user-profile view-horizontal view-vertical`.split(/\s+/),
);

/** The module of the icons without those that nothing names. */
const withoutUnusedIcons = (module: string): string =>
  module
    .split(/^(?= {4}"?[a-z0-9-]+"?: React)/m)
    .filter((icon) => icons.has(/^ {4}"?([a-z0-9-]+)"?: React/.exec(icon)?.[1] ?? 'close') || !icon.endsWith(',\n'))
    .join('');

const NAMESPACE = 'cloudscape-design-components';
const Messages = v.object({ [NAMESPACE]: v.object({ en: v.record(v.string(), v.unknown()) }) });

/** Components whose messages are long, and which the panel does not have (the same test). */
export const withoutMessages = [
  ...['annotation-context', 'code-editor', 'collection-preferences', 'file-token-group', 'file-upload', 'list'],
  ...['pie-chart', 'prompt-input', 's3-resource-selector', 'slider', 'split-panel', 'tag-editor', 'tree-view'],
  ...['tutorial-panel', 'wizard'],
];

/** Modules of Cloudscape and of the client that the panel never uses, and what they export. */
const UNUSED = [
  [/client[\\/]pull\.ts$/, 'export const pullingOf = () => ({});'],
  [/i18n[\\/]dynamic\.js$/, 'export const importMessages = undefined;'],
  [
    /feature-notifications-drawer-content\.js$/,
    'export const RuntimeContentPart = () => null; export default RuntimeContentPart;',
  ],
] as const;

/** An esbuild plugin that does so, and leaves out the embedded font (readers see their own). */
export const trimCloudscape: Plugin = {
  name: 'trim-cloudscape',
  setup(build) {
    build.onLoad({ filter: /global-styles[\\/]index\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(FONT_FACE, ''),
      loader: 'css',
    }));
    for (const [filter, contents] of UNUSED) build.onLoad({ filter }, () => ({ contents, loader: 'js' }));
    build.onLoad({ filter: /icon[\\/]generated[\\/]icons\.js$/ }, async ({ path }) => ({
      contents: withoutUnusedIcons(await readFile(path, 'utf8')),
    }));
    build.onLoad({ filter: /messages[\\/]all\.en\.js$/ }, async ({ path }) => {
      const text = (await readFile(path, 'utf8')).replace(/^export default /, '').replace(/;\s*$/, '');
      const { [NAMESPACE]: messages } = v.parse(Messages, JSON.parse(text));
      const kept = Object.entries(messages.en).filter(([component]) => !withoutMessages.includes(component));
      return { contents: `export default ${JSON.stringify({ [NAMESPACE]: { en: Object.fromEntries(kept) } })}` };
    });
    build.onLoad({ filter: /@cloudscape-design[\\/]components[\\/].*\.(js|css)$/ }, async ({ path }) => ({
      contents: withShortNames(await readFile(path, 'utf8')),
      loader: path.endsWith('.css') ? 'css' : 'js',
    }));
  },
};
