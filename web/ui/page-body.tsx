import { Box, type BoxProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** What is below the head of a page that is no list. Forms in it are as wide as it is, if it has a width. */
export const PageBody = (props: BoxProps & { children: ReactNode }) => (
  <Box p="20px var(--app-gutter) 40px" data-wide={props.maw ? true : undefined} {...props} />
)
