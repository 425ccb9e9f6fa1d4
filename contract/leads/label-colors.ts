/** Colors of labels: names of the shades that the product knows in light and dark. */
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
