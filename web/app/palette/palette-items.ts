import type { ComponentType } from 'react'
import type { ModuleSlug } from '#contract/core/constants.ts'
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
import { PAGE_KEYWORDS } from './page-keywords.ts'

/** Kind of an item; decides its icon if it has none. */
export type ItemKind = 'page' | 'action' | 'list' | 'lead' | 'member' | 'search' | 'link'

/** An item of the palette. */
export interface PaletteItem {
  id: string
  kind: ItemKind
  group: string
  label: string
  detail?: string
  /** More search keywords. */
  also?: readonly string[]
  icon?: Command['icon'] | ComponentType
  /** A page's icon in the sidebar. */
  navIcon?: NavIcon
  keys?: readonly string[]
  /** Internal address. */
  to?: string
  /** External address. */
  url?: string
  run?: () => void
}

/** Where a page is listed, by its module; settings have none. */
const SECTION_LABELS: Partial<Record<ModuleSlug, string>> = {
  ai_suggest: 'AI Tools',
  leads: 'Lead Search',
  whitelabel: 'White Label',
  admin: 'Admin Panel',
}

/** A page that can be opened without parameters: signed in and built. */
const isOwnPage = (entry: Page): boolean =>
  !entry.layout && !entry.path.includes('{') && !entry.redirectTo && isBuilt(entry)

/** Every page that a person may open. */
export function pageItems(viewer: Viewer): PaletteItem[] {
  const keys = new Map(goKeys(viewer).map((page) => [page.path, page.keys]))
  const items = PAGES.filter((entry) => isOwnPage(entry) && mayOpen(entry, viewer)).map(
    (entry): PaletteItem => {
      const section = entry.module ? (SECTION_LABELS[entry.module] ?? '') : 'Settings'
      return {
        id: `page:${entry.path}`,
        kind: 'page',
        group: section === 'Settings' ? 'Settings' : 'Pages',
        label: entry.title,
        detail: section === 'Settings' ? undefined : section,
        also: PAGE_KEYWORDS[entry.path] ?? [],
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

/** External links of the brand's menu. */
export const linkItems = (sections: readonly VisibleSection[]): PaletteItem[] =>
  sections.flatMap((section) =>
    section.items.flatMap(({ label, url }) =>
      url ? [{ id: `link:${url}`, kind: 'link' as const, group: section.label, label, url }] : [],
    ),
  )

/** Commands of the current page and of the application. */
export const commandItem = ({ description, keywords, group, ...command }: Command): PaletteItem => ({
  ...command,
  kind: 'action',
  group: group ?? 'Actions',
  detail: description,
  also: keywords ?? [],
})

/** Recently opened items. */
export const recentItem = ({ kind, href, label, detail }: Recent): PaletteItem => ({
  id: `recent:${href}`,
  kind,
  group: 'Recent',
  label,
  detail,
  to: href,
})

const listPath = (type: string, id: number): string => `/saved-lists/${listRef(type, id)}`

/** Results of the server. */
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

/** An item with the ranges to highlight in its label and hint. */
export interface ShownItem extends PaletteItem {
  marks: { label: Ranges; detail: Ranges }
}
export interface ItemGroup {
  name: string
  items: ShownItem[]
}

const NO_MARKS = { label: [], detail: [] }
/** Maximum items per group while something is typed. */
const MAX_HITS = 6

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
 * Items to show, with their headings. Without a query all of `local` in order; with one the best matches, the group
 * with the best item first, followed by server results, so that nothing moves when those arrive.
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
  return [...grouped(hits, MAX_HITS), ...grouped(beside, MAX_HITS)]
}

/** Of the results for an earlier text, those that match the current one. */
export const stillFound = (query: string, items: readonly PaletteItem[]): PaletteItem[] =>
  items.filter(({ label, detail }) => fuzzyMatch(query, `${label} ${detail ?? ''}`) !== null)
