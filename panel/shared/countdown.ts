/** Formats the time until something happens. */

const SECOND = 1_000;
const units = [
  { name: 'd', milliseconds: 86_400 * SECOND },
  { name: 'h', milliseconds: 3_600 * SECOND },
  { name: 'min', milliseconds: 60 * SECOND },
  { name: 's', milliseconds: SECOND },
] as const;

/** The two largest units of a duration: `2 h 5 min`, `4 min 12 s`, `9 s`. Undefined unless it is positive. */
export function countdownText(milliseconds: number): string | undefined {
  if (milliseconds <= 0) return undefined;
  const seconds = Math.ceil(milliseconds / SECOND) * SECOND;
  const first = units.findIndex((unit) => seconds >= unit.milliseconds);
  let rest = seconds;
  const parts = units.slice(first, first + 2).map(({ name, milliseconds: length }) => {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    return { amount, text: `${amount} ${name}` };
  });
  return parts
    .filter(({ amount }) => amount > 0)
    .map(({ text }) => text)
    .join(' ');
}
