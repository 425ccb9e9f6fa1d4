/** A text to match literally in LIKE: its wildcards are escaped. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export const containing = (text: string): string => `%${likeLiteral(text)}%`
