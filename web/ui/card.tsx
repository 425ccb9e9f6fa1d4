import { Stack } from '@mantine/core'

/** A column with a hairline border. */
export const Card = Stack.withProps({ miw: 0, p: 'md', bd: 'var(--app-line)', bdrs: 'md' })
