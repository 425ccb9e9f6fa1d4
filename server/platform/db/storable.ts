/** A text that PostgreSQL takes: no NUL, no half of a pair. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** A value as JSON that PostgreSQL takes as `jsonb`. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, one) => (typeof one === 'string' ? storableText(one) : one))
