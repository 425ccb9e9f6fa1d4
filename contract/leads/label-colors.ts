/** Label colors: names of shades for light and dark mode. */
export const LABEL_COLORS = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'violet',
  'pink',
] as const
export type LabelColor = (typeof LABEL_COLORS)[number]
