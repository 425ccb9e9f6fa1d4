import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { Link, type LinkComponent } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { OfAnchor } from './of-anchor.ts'

// Mantine's `component={Link}` hides a link's address from the compiler; these check it against the pages.

export const AnchorLink = ((props: AnchorProps) => (
  <Anchor component={Link} {...props} />
)) as unknown as LinkComponent<(props: OfAnchor<AnchorProps>) => JSX.Element>

export const ButtonLink = ((props: ButtonProps) => (
  <Button component={Link} {...props} />
)) as unknown as LinkComponent<(props: OfAnchor<ButtonProps>) => JSX.Element>
