/** The text without what PostgreSQL rejects: NUL and lone surrogates. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** The value as JSON that PostgreSQL accepts as `jsonb`. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item) => (typeof item === 'string' ? storableText(item) : item))
