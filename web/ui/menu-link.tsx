import { ActionIcon, type ActionIconProps, Menu, type MenuItemProps } from '@mantine/core'
import { Link, type LinkComponent } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { OfAnchor } from './of-anchor.ts'

// Apart from `links.tsx`: the sign-in page has no menu.

export const ActionIconLink = ((props: ActionIconProps) => (
  <ActionIcon component={Link} {...props} />
)) as unknown as LinkComponent<(props: OfAnchor<ActionIconProps>) => JSX.Element>

export const MenuLink = ((props: MenuItemProps) => (
  <Menu.Item component={Link} {...props} />
)) as unknown as LinkComponent<(props: OfAnchor<MenuItemProps>) => JSX.Element>
