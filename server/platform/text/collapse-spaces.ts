/** Any white space that is not a single blank; single ones, which are between all words, are passed over. */
const LONGER = / \s+|[^\S ]\s*/g

/** The text with one blank for any run of white space. */
export const collapseSpaces = (text: string): string => text.replace(LONGER, ' ')
