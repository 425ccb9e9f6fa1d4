import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import type { ComponentType } from 'react'
import { navIcon } from '../nav-icons.ts'
import type { ItemKind, PaletteItem } from './palette-items.ts'

type Icon = ComponentType<{ size?: number; stroke?: number }>

const OF_KIND: Record<ItemKind, Icon> = {
  page: IconSettings,
  action: IconBolt,
  list: IconList,
  lead: IconUser,
  member: IconUsers,
  search: IconSearch,
  link: IconExternalLink,
}

/** The icon of an item: its own, its page's, or that of its kind. */
export const iconOf = ({ icon, kind, navIcon: name }: PaletteItem): Icon =>
  (icon as Icon | undefined) ?? (name ? navIcon(name) : OF_KIND[kind])
