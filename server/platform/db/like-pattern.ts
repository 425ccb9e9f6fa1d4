/** A text as LIKE means it letter by letter: its own wildcards are escaped. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The LIKE pattern of everything that contains a text. */
export const containing = (text: string): string => `%${likeLiteral(text)}%`
