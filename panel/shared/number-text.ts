/** Numbers as people read them. */

/** With thousands separators: `12,345`. */
export const numberText = (value: number): string => value.toLocaleString('en');

/** A share from 0 to 1 as a percentage. Only a share of 0 is shown as 0%, and only a share of 1 as 100%. */
export function percentText(share: number): string {
  const percent = share * 100;
  const shown = share === 0 || share === 1 ? percent : Math.min(Math.max(percent, 0.1), 99.9);
  return `${shown.toLocaleString('en', { maximumFractionDigits: shown < 1 || shown >= 99 ? 1 : 0 })}%`;
}

/** Milliseconds, or seconds from 1,000 on. */
export const durationText = (milliseconds: number): string =>
  milliseconds < 1_000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1_000).toLocaleString('en', { maximumFractionDigits: 2 })} s`;
