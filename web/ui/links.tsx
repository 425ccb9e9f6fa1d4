import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type OfAnchor<Props> = Props & Omit<ComponentProps<'a'>, keyof Props | 'href'>

// Mantine's `component={Link}` hides a link's address from the compiler; these check it against the pages.

export const AnchorLink = createLink((props: OfAnchor<AnchorProps>) => <Anchor {...props} />)
export const ButtonLink = createLink((props: OfAnchor<ButtonProps>) => <Button component="a" {...props} />)
export const ActionIconLink = createLink((props: OfAnchor<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
))
export const MenuLink = createLink((props: OfAnchor<MenuItemProps>) => <Menu.Item component="a" {...props} />)
