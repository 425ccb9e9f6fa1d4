/** What statistics can be grouped by: the heading, and the text for nobody or nothing. */
export const DIMENSIONS = {
  user: { label: 'User', none: 'Nobody' },
  account: { label: 'Account', none: '–' },
  reseller: { label: 'Reseller', none: 'No reseller' },
  type: { label: 'Type', none: '–' },
  /** The source, or the model's provider, that delivered what was charged; older charges don't know theirs. */
  source: { label: 'Source', none: 'Not recorded' },
} as const
export type Dimension = keyof typeof DIMENSIONS
