import type { ModuleSlug } from '#contract/constants.ts'
import type { User } from '#contract/user.ts'
import { readBrand } from '../lib/branding.ts'
import { ownsModule } from '../lib/session.ts'
import { isBuilt, type RouteEntry, routeAt } from './route-table.ts'

/** One line of the side bar: a route of ours, or a link that the site's own settings fill in. */
export type SidebarItem = { path: string; label: string } | { menuLabel: string }

export interface SidebarSection {
  id: string
  label: string
  /** Shown only to owners of the module; always when absent. */
  module?: ModuleSlug
  items: SidebarItem[]
}

const page = (path: string, label: string): SidebarItem => ({ path, label })
const link = (menuLabel: string): SidebarItem => ({ menuLabel })

/** The side bar as the product describes it, in its order. */
export const SIDEBAR: readonly SidebarSection[] = [
  {
    id: 'settings',
    label: 'Settings',
    items: [
      page('/business-profile', 'Business Profile'),
      page('/wallet', 'Wallet'),
      page('/integration', 'Integration'),
    ],
  },
  {
    id: 'ai',
    label: 'AI Tools',
    module: 'ai_suggest',
    items: [page('/ai/training', 'AI Training'), page('/ai/icp-suggestions', 'ICP Suggestions')],
  },
  {
    id: 'lead-search',
    label: 'Lead Search',
    module: 'leads',
    items: [
      page('/lead-search/new-search', 'New Search'),
      page('/lead-search/saved-lists', 'Saved Lists'),
      page('/lead-search/email-finder', 'Email finder'),
      page('/lead-search/email-verification', 'Email verification'),
      page('/lead-search/waterfall', 'Waterfall'),
      page('/suppression', 'Suppression list'),
      page('/lead-search/sources', 'Source quality'),
      page('/lead-search/ai-assistant', 'AI Assistant'),
      page('/lead-search/custom-labels', 'Custom Labels'),
      page('/lead-search/autopilot', 'Autopilot Search'),
    ],
  },
  {
    id: 'whitelabel',
    label: 'White Label',
    module: 'whitelabel',
    items: [
      page('/whitelabel/business-account', 'Business Account'),
      page('/whitelabel/packages', 'Packages'),
      page('/whitelabel/stripe', 'Stripe'),
      page('/whitelabel/subscriptions', 'Subscriptions'),
      page('/whitelabel/custom-links', 'Custom Links'),
      page('/whitelabel/smtp', 'SMTP'),
      page('/whitelabel/webhook', 'Webhook'),
      page('/whitelabel/email-templates', 'Email Templates'),
      page('/whitelabel/training-content', 'Training Content'),
    ],
  },
  {
    id: 'resources',
    label: 'Resources',
    module: 'whitelabel',
    items: [
      link('WLS Setup'),
      link('Help & Support'),
      link('Community'),
      link('Q&A Office Hours'),
      link('Snapshot Store'),
      link('Roadmap'),
    ],
  },
  {
    id: 'admin',
    label: 'Admin Panel',
    module: 'admin',
    items: [
      page('/admin/dashboard', 'Dashboard'),
      page('/admin/users', 'Users'),
      page('/admin/plans', 'Plans'),
      page('/admin/searchers', 'Searchers'),
      page('/admin/user-analytics', 'User Analytics'),
      page('/admin/ai-assistant', 'AI Assistant'),
      page('/admin/reports', 'Reports'),
      page('/admin/training-content', 'Training Content'),
      page('/admin/topics', 'Topics'),
      page('/admin/resellers', 'Resellers'),
      page('/admin/ai-limits', 'AI limits'),
      page('/admin/corpus', 'Open corpus'),
      page('/admin/mails', 'Mail'),
      page('/admin/brand', 'Brand'),
    ],
  },
]

/** What the rules need to know about a person. */
export type Viewer = Pick<User, 'modules' | 'isMainUser' | 'accessToWallet'>

/** Whether the person may open a route (module and wallet rules of spec sections 2 and 6, training of the brand). */
export const mayOpen = (
  entry: Pick<RouteEntry, 'module' | 'wallet' | 'mainUser' | 'training'>,
  viewer: Viewer,
  showsTraining: boolean = readBrand().show_training_center,
): boolean =>
  (!entry.training || showsTraining) &&
  (!entry.module || ownsModule(viewer, entry.module)) &&
  (!entry.mainUser || viewer.isMainUser) &&
  (!entry.wallet || viewer.isMainUser || viewer.accessToWallet)

export interface VisibleItem {
  label: string
  /** Address inside the application. */
  path?: string
  /** Address outside. */
  url?: string
}
export interface VisibleSection {
  id: string
  label: string
  items: VisibleItem[]
}

type Menu = readonly { label: string; url: string }[]
type Built = (entry: RouteEntry) => boolean

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

function visibleItem(item: SidebarItem, viewer: Viewer, menu: Menu, built: Built): VisibleItem[] {
  if ('menuLabel' in item) {
    const found = menu.find((one) => one.label.toLowerCase() === item.menuLabel.toLowerCase())
    return found && isWebAddress(found.url) ? [{ label: item.menuLabel, url: found.url }] : []
  }
  const entry = routeAt(item.path)
  return built(entry) && mayOpen(entry, viewer) ? [item] : []
}

/** The sections a person sees: modules owned, pages built, links set; a section without items is left out. */
export function visibleSections(viewer: Viewer, menu: Menu = [], built: Built = isBuilt): VisibleSection[] {
  return SIDEBAR.filter((section) => !section.module || ownsModule(viewer, section.module))
    .map(({ id, label, items }) => ({
      id,
      label,
      items: items.flatMap((item) => visibleItem(item, viewer, menu, built)),
    }))
    .filter((section) => section.items.length > 0)
}

/** Where `/` leads: to finding leads, which is what people come for; else the first visible module section, else Settings. */
export function homePath(viewer: Viewer, built: Built = isBuilt): string {
  const sections = visibleSections(viewer, [], built)
  const first =
    sections.find(({ id }) => id === 'lead-search') ??
    sections.find(({ id }) => id !== 'settings') ??
    sections[0]
  return first?.items[0]?.path ?? '/business-profile'
}
