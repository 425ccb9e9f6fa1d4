import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { OfAnchor } from './of-anchor.ts'

// Mantine's `component={Link}` hides a link's address from the compiler; these check it against the pages.

export const AnchorLink = createLink((props: OfAnchor<AnchorProps>) => <Anchor {...props} />)
export const ButtonLink = createLink((props: OfAnchor<ButtonProps>) => <Button component="a" {...props} />)
