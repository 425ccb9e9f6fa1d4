/** Any white space other than a single blank; single blanks are skipped for speed. */
const LONGER = / \s+|[^\S ]\s*/g

/** The text with one blank in place of each run of white space. */
export const collapseSpaces = (text: string): string => text.replace(LONGER, ' ')
