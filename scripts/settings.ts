/**
 * The page of a stage's settings (docs/guides/settings.md), from their types: each member of `StageConfig` has a sentence
 * with its unit and bounds, and `@default` with the value of `production()`, which is compared with the preset.
 */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { wrapped } from '../bin/prove/markdown.ts';
import { defaultSettings } from '../contract/delivery-settings.ts';
import { development, production } from '../lib/presets.ts';

const FILES = ['stage-config', 'stage-api', 'stage-load', 'stage-panel', 'stage-limits'].map(
  (name) => `lib/${name}.ts`,
);

/** A member of an interface. */
interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
  readonly sentence: string;
  /** What its docstring says after `@default`. */
  readonly default: string | undefined;
}

const DECLARATION = /^export (?:interface (\w+) \{\n([\s\S]*?)^\}|type (\w+) =([^;]*);)/gm;
const MEMBER = /^ {2}\/\*\*([\s\S]*?)\*\/\n {2}readonly (\w+)(\??): ([^;]+);/gm;

/** The interfaces by name, and the text of each type alias. Throws for a member without a docstring. */
function declarations() {
  const [interfaces, aliases] = [new Map<string, readonly Member[]>(), new Map<string, string>()];
  for (const file of FILES) {
    for (const [, name, body = '', alias, type = ''] of readFileSync(file, 'utf8').matchAll(DECLARATION)) {
      if (alias !== undefined) aliases.set(alias, type);
      if (name === undefined) continue;
      const members = [...body.matchAll(MEMBER)].map(memberOf);
      if (members.length !== (body.match(/^ {2}readonly /gm) ?? []).length)
        throw new Error(`${file}: a member of ${name} has no docstring.`);
      interfaces.set(name, members);
    }
  }
  return { interfaces, aliases };
}

function memberOf([, comment = '', name = '', optional, type = '']: RegExpExecArray): Member {
  const [text = '', ofDefault] = comment.split('@default');
  return { name, isOptional: optional === '?', type, sentence: plain(text), default: ofDefault && plain(ofDefault) };
}

/** A line, and one for each item of a list. */
const plain = (comment: string): string =>
  comment
    .replaceAll(/^\s*\* ?/gm, '')
    .split(/\n+- /)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .join('\n');

/** The page's lists by their name: all groups of settings are one. */
export const settingTables = (): Readonly<Record<string, string>> => ({
  settings: readSettings().sections.join('\n\n'),
});

/** Every setting, such as `api.throttle.burst`, and `rollout` where a choice is one value. */
export const settingPaths = (): readonly string[] => readSettings().paths;

/** The sections of the page, and the settings that are in them. */
function readSettings() {
  const { interfaces, aliases } = declarations();
  const [sections, paths]: [string[], string[]] = [[], []];
  describe('StageConfig', '');
  return { sections, paths };

  function describe(name: string, path: string): void {
    const members = interfaces.get(name) ?? [];
    const groups = members.flatMap((member) => {
      const group = groupOf(member.type);
      return group === undefined ? [] : [{ ...member, group }];
    });
    const described = members.filter((member) => member.default !== undefined || groupOf(member.type) === undefined);
    const entries = described.map((member) => entryOf(member, path));
    paths.push(...described.map((member) => (path === '' ? member.name : `${path}.${member.name}`)));
    if (entries.length > 0) sections.push(...(path === '' ? [] : [`### \`${path}\``]), wrapped(entries.join('\n')));
    for (const { name: member, group, sentence } of groups) {
      const place = path === '' ? member : `${path}.${member}`;
      if (place === 'quotas.highest') {
        sections.push(
          `### \`${place}\``,
          wrapped(`${sentence} This group contains the same members as \`quotas.network\`.`),
        );
        paths.push(...(interfaces.get(group) ?? []).map((one) => `${place}.${one.name}`));
      } else describe(group, place);
    }
  }

  /** The interface of a member that is a group of settings; undefined for a value. */
  function groupOf(type: string): string | undefined {
    const named = type.match(/\w+/g) ?? [];
    const found = named.find((name) => interfaces.has(name));
    if (found !== undefined) return found;
    const alias = named.find((name) => aliases.has(name));
    return alias === undefined ? undefined : groupOf(aliases.get(alias) ?? '');
  }
}

const presets = {
  production: production({ alarms: { enabled: false, optOutReason: '' } }),
  development: development(),
};

function entryOf({ name, isOptional, sentence, default: given }: Member, group: string): string {
  const path = group === '' ? name : `${group}.${name}`;
  const usual = group === 'delivery.settings' ? valueAt(defaultSettings, name) : undefined;
  const values = [presets.production, presets.development].map((preset) => valueAt(preset, path) ?? usual);
  if (path === 'alarms') values[0] = undefined;
  if (given !== undefined && values[0] !== undefined) refuseStale(path, given, values[0]);
  const [inProduction, inDevelopment] = values.map((value) => shown(value, given));
  const notes = [
    ...(isOptional || given !== 'none' ? [] : ['required']),
    ...(inProduction === inDevelopment
      ? [`${inProduction} by default`]
      : [`${inProduction} in production`, `${inDevelopment} in development`]),
  ].filter((note) => !note.startsWith(NO_VALUE));
  const [what = '', ...choices] = sentence.split('\n');
  const head = `- \`${name}\`${notes.length > 0 ? ` (${notes.join(', ')})` : ''}: ${what}`;
  return [head, ...choices.map((choice) => `  - ${choice}`)].join('\n');
}

/** What is shown where a preset leaves a setting out, and the setting has no default. */
const NO_VALUE = '–';

function refuseStale(path: string, given: string, value: unknown): void {
  if (given !== JSON.stringify(value)) {
    throw new Error(
      `The docstring of ${path} says ${given} by default, and production() has ${JSON.stringify(value)}.`,
    );
  }
}

/** What a preset has; else what the docstring says. */
function shown(value: unknown, given: string | undefined): string {
  if (v.is(WithReason, value)) {
    const { reason: _, optOutReason: __, ...others } = value;
    return shown(others, given);
  }
  if (value === undefined) return given === undefined || given === 'none' ? NO_VALUE : parsed(given);
  if (typeof value === 'number') return value.toLocaleString('en');
  return `\`${JSON.stringify(value)}\``;
}

/** A choice that says why. */
const WithReason = v.union([v.looseObject({ reason: v.string() }), v.looseObject({ optOutReason: v.string() })]);

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (part, key) =>
        typeof part === 'object' && part !== null
          ? Object.entries(part).find(([name]) => name === key)?.[1]
          : undefined,
      value,
    );

/** A default as a reader sees it, unless it is a phrase. */
function parsed(given: string): string {
  const value = Number(given);
  return Number.isNaN(value)
    ? /^["{[]|^(true|false)$/.test(given)
      ? `\`${given}\``
      : given
    : value.toLocaleString('en');
}
