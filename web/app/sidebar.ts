import type { ModuleSlug } from '#contract/core/constants.ts'
import type { User } from '#contract/identity/user.ts'
import { readBrand } from '../lib/branding.ts'
import { can, ownsModule } from '../lib/session.ts'
import type { NavIcon } from './nav-icons.ts'
import { isBuilt, type NavSection, PAGES, type Page, pageAt } from './pages/index.ts'

/** A section of the sidebar: pages that name it, or links from the site's settings. */
export interface SidebarSection {
  id: NavSection | 'resources'
  label: string
  /** Shown only to owners of the module; always if absent. */
  module?: ModuleSlug
  /** Closed until someone opens it. */
  closed?: true
  /** Its items are the site's links. */
  links?: true
}

export const SIDEBAR: readonly SidebarSection[] = [
  { id: 'settings', label: 'Settings' },
  { id: 'ai', label: 'AI Tools', module: 'ai_suggest' },
  { id: 'lead-search', label: 'Lead Search', module: 'leads' },
  { id: 'tools', label: 'Tools', module: 'leads' },
  { id: 'whitelabel', label: 'White Label', module: 'whitelabel' },
  { id: 'resources', label: 'Resources', module: 'whitelabel', links: true },
  { id: 'admin', label: 'Admin Panel', module: 'admin' },
  { id: 'platform', label: 'Platform', module: 'admin', closed: true },
]

/** The facts about a person that the rules use. */
export type Viewer = Pick<User, 'modules' | 'can'>

/**
 * Whether the person may open a page (modules and capabilities of spec sections 2 and 6, and the brand's
 * training center).
 */
export const mayOpen = (
  entry: Pick<Page, 'module' | 'can' | 'training'>,
  viewer: Viewer,
  showsTraining: boolean = readBrand().show_training_center,
): boolean =>
  (!entry.training || showsTraining) &&
  (!entry.module || ownsModule(viewer, entry.module)) &&
  // The admin panel also needs a staff role.
  (entry.module !== 'admin' || can(viewer, 'see_admin')) &&
  can(viewer, entry.can)

/** An item of the sidebar. */
export interface VisibleItem {
  label: string
  /** Internal path. */
  path?: string
  icon?: NavIcon
  /** External URL. */
  url?: string
  /** Shows what waits there. */
  count?: 'reviews'
}
export interface VisibleSection {
  id: SidebarSection['id']
  label: string
  items: VisibleItem[]
}

type Menu = readonly { label: string; url: string }[]
type Built = (page: Page) => boolean

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

/** Icons of pages that appear only as links. */
const LINK_ICONS: Readonly<Record<string, NavIcon>> = { '/whitelabel/setup': 'checklist', '/help': 'help' }

function linkItems(menu: Menu, viewer: Viewer, built: Built): VisibleItem[] {
  return menu.flatMap(({ label, url }): VisibleItem[] => {
    if (isWebAddress(url)) return [{ label, url }]
    const page = PAGES.find(({ path }) => path === url)
    if (!page || !built(page) || !mayOpen(page, viewer)) return []
    const icon = LINK_ICONS[url] ?? page.nav?.icon
    return [{ label, path: url, ...(icon ? { icon } : {}) }]
  })
}

function pageItems(section: string, viewer: Viewer, built: Built): VisibleItem[] {
  return PAGES.flatMap((page) => {
    const { path, title, nav } = page
    if (nav?.section !== section || !built(page) || !mayOpen(page, viewer)) return []
    return [{ label: nav.label ?? title, path, icon: nav.icon, ...(nav.count && { count: nav.count }) }]
  })
}

/** The sections a person sees; sections without items are left out. */
export function visibleSections(viewer: Viewer, menu: Menu = [], built: Built = isBuilt): VisibleSection[] {
  return SIDEBAR.filter((section) => !section.module || ownsModule(viewer, section.module))
    .map(({ id, label, links }) => ({
      id,
      label,
      items: links ? linkItems(menu, viewer, built) : pageItems(id, viewer, built),
    }))
    .filter((section) => section.items.length > 0)
}

/** Target of a parent page: its default child, or else the first available page below it. */
export function childFor(
  { path, redirectTo = path }: Pick<Page, 'path' | 'redirectTo'>,
  viewer: Viewer,
  built: Built = isBuilt,
): string {
  const opens = (page: Page) => !page.redirectTo && built(page) && mayOpen(page, viewer)
  if (opens(pageAt(redirectTo))) return redirectTo
  const open = PAGES.find((page) => page.path.startsWith(`${path}/`) && (page.tab || page.nav) && opens(page))
  return open?.path ?? redirectTo
}

/**
 * Target of `/`: the first page of the first visible module section, or else of Settings, or else the
 * profile.
 */
export function homePath(viewer: Viewer, built: Built = isBuilt): string {
  const sections = visibleSections(viewer, [], built)
  const first = sections.find(({ id }) => id !== 'settings') ?? sections[0]
  return first?.items[0]?.path ?? '/profile-settings/profile'
}
