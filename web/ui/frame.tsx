import { Paper } from '@mantine/core'

/** A section with a hairline border. */
export const Frame = Paper.withProps({ withBorder: true, radius: 'md' })
