/** An accent colour that stands out in light and in dark mode. */

type Rgb = readonly [red: number, green: number, blue: number];

/** What WCAG 2 asks of text (https://www.w3.org/TR/WCAG22/#contrast-minimum). */
const LEAST_CONTRAST = 4.5;
/** The panel's backgrounds, and towards what a colour is moved that does not stand out from them. */
const modes = {
  light: { background: [0xff, 0xff, 0xff], end: [0, 0, 0] },
  dark: { background: [0x16, 0x1d, 0x26], end: [0xff, 0xff, 0xff] },
} as const satisfies Record<string, { readonly background: Rgb; readonly end: Rgb }>;
const STEPS = 50;

/** The colour `#rrggbb`, if need be darker in light mode and lighter in dark mode. Undefined for other texts. */
export function accentOf(text: string): { readonly light: string; readonly dark: string } | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return undefined;
  const colour: Rgb = [channel(text, 1), channel(text, 3), channel(text, 5)];
  return { light: readable(colour, modes.light), dark: readable(colour, modes.dark) };
}

const channel = (text: string, start: number): number => Number.parseInt(text.slice(start, start + 2), 16);

function readable(colour: Rgb, { background, end }: { readonly background: Rgb; readonly end: Rgb }): string {
  const shades = Array.from({ length: STEPS + 1 }, (_, step) => mixed(colour, end, step / STEPS));
  const chosen = shades.find((shade) => contrast(shade, background) >= LEAST_CONTRAST) ?? end;
  return `#${chosen.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function mixed([red, green, blue]: Rgb, [endRed, endGreen, endBlue]: Rgb, share: number): Rgb {
  const mix = (from: number, to: number): number => Math.round(from + (to - from) * share);
  return [mix(red, endRed), mix(green, endGreen), mix(blue, endBlue)];
}

/** From 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
