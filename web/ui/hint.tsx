import { Text } from '@mantine/core'

/** Small dimmed explanatory text; a paragraph unless `component` is set. */
export const Hint = Text.withProps({ c: 'dimmed', fz: 'xs', lh: 'inherit' })
