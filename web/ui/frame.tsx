import { Paper } from '@mantine/core'

/** A part of a page with a hairline around it. */
export const Frame = Paper.withProps({ withBorder: true, radius: 'md' })
