/** The shorter names of what the panel loads of Cloudscape. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { withoutUnusedTokens, withShortNames } from '../trim-cloudscape.ts';

const components = join(import.meta.dirname, '../../node_modules/@cloudscape-design/components');
const theme = readFileSync(join(components, 'internal/base-theme/styles.scoped.css'), 'utf8');

describe('shorter names', () => {
  test('of the classes of all components are as many as before', () => {
    const classes = new Set(
      globSync('**/styles.css.js', { cwd: components }).flatMap(
        (file) => readFileSync(join(components, file), 'utf8').match(/(?<=")awsui_[^"]+(?=")/g) ?? [],
      ),
    );
    expect(classes.size).toBeGreaterThan(1_000);
    const short = new Set([...classes].map(withShortNames));
    expect(short.size).toBe(classes.size);
    for (const name of short) expect(name).toMatch(/^[a-z]/);
  });

  test('of design tokens are as many as before', () => {
    const tokens = new Set(theme.match(/--[\w-]+-[a-z0-9]{6}(?=:)/g));
    expect(tokens.size).toBeGreaterThan(500);
    expect(new Set([...tokens].map(withShortNames)).size).toBe(tokens.size);
  });

  test('are the same in scripts and style sheets, and fallbacks of tokens that the theme has are left out', () => {
    const [token = ''] = /--color-text-body-default-[a-z0-9]{6}/.exec(theme) ?? [];
    const hash = token.slice(-6);
    const sheet = `.awsui_box_18wu0_hdd32_24:not(#\\9){color:var(${token}, rgb(0, 0, (1)));top:var(--awsui-x-66120l, 1px)}`;
    const name = withShortNames('awsui_box_18wu0_hdd32_24');
    expect(withShortNames(sheet)).toBe(`.${name}:not(#\\9){color:var(--${hash});top:var(--awsui-x-66120l, 1px)}`);
    expect(withShortNames('"awsui_button_vjswe_1g1tk_70 awsui-dark-mode"')).toContain(
      'awsui_button_vjswe_1g1tk_70 awsui-dark',
    );
    expect(withShortNames(`"var(${token}, #fff)"`)).toBe(`"var(--${hash})"`);
  });
});

test('design tokens that nothing uses are left out', () => {
  const sheet = 'body{--aaaaaa:#fff;--bbbbbb:var(--aaaaaa);--cccccc:1px;--awsui-x:2px}.x{color:var(--bbbbbb)}';
  expect(withoutUnusedTokens(sheet, `${sheet}`)).toBe(sheet.replace('--cccccc:1px;', ''));
});
