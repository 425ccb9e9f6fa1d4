import { ActionIcon, type ActionIconProps, Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { OfAnchor } from './of-anchor.ts'

// Apart from `links.tsx`: the sign-in page has no menu.

export const ActionIconLink = createLink((props: OfAnchor<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
))
export const MenuLink = createLink((props: OfAnchor<MenuItemProps>) => <Menu.Item component="a" {...props} />)
