import { Text } from '@mantine/core'

/** Small dimmed text beside or below what it explains; a paragraph unless `component` says otherwise. */
export const Hint = Text.withProps({ c: 'dimmed', fz: 'xs', lh: 'inherit' })
