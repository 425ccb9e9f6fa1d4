import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import type { ComponentType, MouseEvent, ReactNode } from 'react'
import { navIcon } from '../nav-icons.ts'
import classes from './palette.module.css'
import type { ItemGroup, ItemKind, PaletteItem, ShownItem } from './palette-items.ts'

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
const findIcon = ({ icon, kind, navIcon: name }: PaletteItem): Icon =>
  (icon as Icon | undefined) ?? (name ? navIcon(name) : OF_KIND[kind])

interface PaletteResultsProps {
  /** Prefix of the ids of options and headings. */
  id: string
  groups: readonly ItemGroup[]
  active: string | undefined
  onActive: (id: string) => void
  onChoose: (item: ShownItem, newTab: boolean) => void
}

/** Element id of an item, for `aria-activedescendant`. */
export const optionId = (list: string, item: string): string => `${list}-${item.replace(/[^\w-]/g, '_')}`

/** A text with highlighted ranges. */
function Marked({ text, ranges }: { text: string; ranges: readonly [number, number][] }): ReactNode {
  if (ranges.length === 0) return text
  return ranges.map(([from, to], index) => (
    <span key={from}>
      {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
      <mark>{text.slice(from, to)}</mark>
      {index === ranges.length - 1 && text.slice(to)}
    </span>
  ))
}

interface OptionProps extends Omit<PaletteResultsProps, 'groups'> {
  item: ShownItem
}

function Option({ id, item, active, onActive, onChoose }: OptionProps) {
  const Icon = findIcon(item)
  const isActive = item.id === active
  const choose = (event: MouseEvent) => {
    event.preventDefault()
    onChoose(item, event.metaKey || event.ctrlKey)
  }
  const shared = {
    role: 'option',
    id: optionId(id, item.id),
    className: classes.option,
    'aria-selected': isActive,
    onClick: choose,
    onMouseMove: () => !isActive && onActive(item.id),
  }
  const inside = (
    <>
      <Icon size={16} stroke={1.6} aria-hidden />
      <span className="truncate">
        <Marked text={item.label} ranges={item.marks.label} />
      </span>
      {item.detail && (
        <span className={`truncate ${classes.detail}`}>
          <Marked text={item.detail} ranges={item.marks.detail} />
        </span>
      )}
      {item.keys && (
        <span className={classes.keys} aria-hidden>
          {item.keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </>
  )
  const address = item.to ?? item.url
  // A link, so that middle click and the browser's context menu work; the focus stays in the input.
  return address ? (
    <a {...shared} href={address} tabIndex={-1}>
      {inside}
    </a>
  ) : (
    <div {...shared}>{inside}</div>
  )
}

/** Results in groups with headings. */
export function PaletteResults(props: PaletteResultsProps) {
  const { id, groups } = props
  return (
    <div role="listbox" id={id} aria-label="Results" className={classes.list}>
      {groups.map(({ name, items }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no set of fields
        <div key={name} role="group" aria-labelledby={`${id}-group-${index}`}>
          <div id={`${id}-group-${index}`} className={classes.heading} role="presentation">
            {name}
          </div>
          {items.map((item) => (
            <Option key={item.id} {...props} item={item} />
          ))}
        </div>
      ))}
    </div>
  )
}
