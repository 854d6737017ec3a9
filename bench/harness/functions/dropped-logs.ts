/** Log lines are formatted, as Lambda's runtime does, and dropped. Import this before any handler runs. */
for (const method of ['info', 'warn', 'error'] as const) {
  console[method] = (...values: unknown[]): void => void JSON.stringify({ level: method, values });
}
