import type { ComponentType } from 'react'
import type { Found } from '#contract/core/find.ts'
import type { Command } from '../../lib/commands.ts'
import { formatCount } from '../../lib/format.ts'
import { fuzzyMatch, markedRanges } from '../../lib/fuzzy.ts'
import { leadAddress, listRef } from '../../lib/list-ref.ts'
import type { Recent } from '../../lib/recent.ts'
import { goKeys } from '../go-keys.ts'
import type { NavIcon } from '../nav-icons.ts'
import { isBuilt, PAGES, type Page } from '../pages/index.ts'
import { mayOpen, type Viewer, type VisibleSection } from '../sidebar.ts'

/** What a line of the palette is about; decides its icon where it has none of its own. */
export type ItemKind = 'page' | 'action' | 'list' | 'lead' | 'member' | 'search' | 'link'

/** One line of the palette. */
export interface PaletteItem {
  id: string
  kind: ItemKind
  group: string
  label: string
  detail?: string | undefined
  /** Other words that people may type for it. */
  also?: readonly string[]
  icon?: Command['icon'] | ComponentType | undefined
  /** A page's icon in the sidebar. */
  navIcon?: NavIcon | undefined
  keys?: readonly string[] | undefined
  /** Address inside the application. */
  to?: string | undefined
  /** Address outside. */
  url?: string | undefined
  run?: (() => void) | undefined
}

/** Where a page is found, by the first part of its name. */
const SECTION_LABELS: Record<string, string> = {
  Account: 'Settings',
  Settings: 'Settings',
  AiCentral: 'AI Tools',
  LeadSearch: 'Lead Search',
  Whitelabel: 'White Label',
  admin: 'Admin Panel',
}

/** A page that an address alone leads to: signed in, built, and without a part that varies. */
const isOwnPage = (entry: Page): boolean =>
  !entry.layout && !entry.path.includes('{') && !entry.redirectTo && isBuilt(entry)

/** Every page that a person may open. */
export function pageItems(viewer: Viewer): PaletteItem[] {
  const keys = new Map(goKeys(viewer).map((one) => [one.path, one.keys]))
  const items = PAGES.filter((entry) => isOwnPage(entry) && mayOpen(entry, viewer)).map(
    (entry): PaletteItem => {
      const section = SECTION_LABELS[entry.name.split(':')[0] ?? ''] ?? ''
      return {
        id: `page:${entry.path}`,
        kind: 'page',
        group: section === 'Settings' ? 'Settings' : 'Pages',
        label: entry.title,
        detail: section === 'Settings' ? undefined : section,
        also: entry.keywords ?? [],
        navIcon: entry.nav?.icon,
        keys: keys.get(entry.path),
        to: entry.path,
      }
    },
  )
  return [
    ...items.filter(({ group }) => group === 'Pages'),
    ...items.filter(({ group }) => group !== 'Pages'),
  ]
}

/** Links of the brand's own menu that lead out of the application. */
export const linkItems = (sections: readonly VisibleSection[]): PaletteItem[] =>
  sections.flatMap((section) =>
    section.items.flatMap(({ label, url }) =>
      url ? [{ id: `link:${url}`, kind: 'link' as const, group: section.label, label, url }] : [],
    ),
  )

/** What the page on screen and the application can do. */
export const commandItem = ({ description, keywords, group, ...command }: Command): PaletteItem => ({
  ...command,
  kind: 'action',
  group: group ?? 'Actions',
  detail: description,
  also: keywords ?? [],
})

/** What the person had open. */
export const recentItem = ({ kind, href, label, detail }: Recent): PaletteItem => ({
  id: `recent:${href}`,
  kind,
  group: 'Recent',
  label,
  detail,
  to: href,
})

const listPath = (type: string, id: number): string => `/saved-lists/${listRef(type, id)}`

/** What the server found. */
export const foundItems = ({ lists, leads, members }: Found): PaletteItem[] => [
  ...lists.map((list) => ({
    id: `list:${list.id}`,
    kind: 'list' as const,
    group: 'Lists',
    label: list.name,
    detail: [formatCount(list.total, 'lead'), ...(list.is_archived ? ['Archived'] : [])].join(' · '),
    to: listPath(list.type, list.id),
  })),
  ...leads.map((lead) => ({
    id: `lead:${lead.id}`,
    kind: 'lead' as const,
    group: 'Leads',
    label: lead.title,
    detail: [...(lead.matched ? [lead.matched] : []), lead.list_name].join(' · '),
    to: leadAddress({ type: lead.type, id: lead.list_id }, lead.id),
  })),
  ...members.map((member) => ({
    id: `member:${member.id}`,
    kind: 'member' as const,
    group: 'Team',
    label: member.name,
    detail: member.email,
    to: '/manage-team',
  })),
]

type Ranges = [number, number][]

/** A line with the letters to mark in its label and in the words beside it. */
export interface ShownItem extends PaletteItem {
  marks: { label: Ranges; detail: Ranges }
}
export interface ItemGroup {
  name: string
  items: ShownItem[]
}

const NO_MARKS = { label: [], detail: [] }
/** Lines of a group, at most, while something is typed. */
const MOST = 6

function grouped(items: readonly ShownItem[], most: number): ItemGroup[] {
  const groups = new Map<string, ShownItem[]>()
  for (const item of items) {
    const group = groups.get(item.group) ?? []
    if (group.length < most) group.push(item)
    groups.set(item.group, group)
  }
  return [...groups].map(([name, list]) => ({ name, items: list }))
}

/**
 * The lines to show, under their headings. Without a query all of `local` in its order; with one the best of it, the
 * group with the best line first, and after it what the server found, so that nothing moves when that arrives.
 */
export function paletteGroups(
  query: string,
  local: readonly PaletteItem[],
  found: readonly PaletteItem[],
): ItemGroup[] {
  if (!query.trim())
    return grouped(
      local.map((item) => ({ ...item, marks: NO_MARKS })),
      Number.POSITIVE_INFINITY,
    )
  const hits = local
    .flatMap((item) => {
      const match = fuzzyMatch(query, item.label, item.also)
      return match ? [{ match, item: { ...item, marks: { label: match.ranges, detail: [] } } }] : []
    })
    .sort((a, b) => b.match.score - a.match.score)
    .map(({ item }) => item)
  const serverPaths = new Set(hits.flatMap(({ to }) => to ?? []))
  const beside = found
    .filter(({ kind, to }) => kind === 'member' || !serverPaths.has(to ?? ''))
    .map((item) => ({
      ...item,
      marks: { label: markedRanges(query, item.label), detail: markedRanges(query, item.detail ?? '') },
    }))
  return [...grouped(hits, MOST), ...grouped(beside, MOST)]
}

/** Of lines found for an earlier text those that also hold the present one. */
export const stillFound = (query: string, items: readonly PaletteItem[]): PaletteItem[] =>
  items.filter(({ label, detail }) => fuzzyMatch(query, `${label} ${detail ?? ''}`) !== null)
