import { Box, type BoxProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A full-width section of a page with a line below it. */
export const Band = (props: BoxProps & ComponentProps<'section'>) => (
  <Box
    component="section"
    pt="md"
    pb={20}
    px="var(--app-gutter)"
    style={{ borderBottom: 'var(--app-line)' }}
    {...props}
  />
)
