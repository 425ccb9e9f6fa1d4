import type { ComponentType } from 'react'
import type { Capability } from '#contract/core/capabilities.ts'
import type { ModuleSlug } from '#contract/core/constants.ts'
import type { NavIcon } from '../nav-icons.ts'

/** Names of the pages that a file exports. */
type PageName<M> = keyof M & `${string}Page`
/** The name of one of several pages; nothing for a file with one. */
type Choice<M, Name = PageName<M>, One = Name> = One extends Name ? ([Name] extends [One] ? [] : [Name]) : []

/** The component of a page's file, loaded when the page is opened. */
export type PageComponent = () => Promise<{ default: ComponentType }>

/** The page that a file exports, or one of them; the compiler checks that it exists. */
export const component =
  <M extends object>(load: () => Promise<M>, ...[name]: Choice<M>): PageComponent =>
  async () => {
    const pages = (await load()) as Record<string, ComponentType>
    const chosen = (name as string) ?? Object.keys(pages).find((key) => key.endsWith('Page'))
    return { default: pages[chosen] as ComponentType }
  }

/** Sections of the sidebar with pages; web/app/sidebar.ts names and orders them. */
export type NavSection = 'settings' | 'ai' | 'lead-search' | 'tools' | 'whitelabel' | 'admin' | 'platform'

/** Declaration of a page for router, guard, sidebar, tabs and command palette. */
export interface Page {
  /** Path, with `{name}` for a parameter. */
  path: string
  /** Title of the document, and label in the sidebar and the command palette. */
  title: string
  /**
   * `auth`: no navigation, redirects signed-in people. `plain`: no navigation, open to everyone. `card`: no navigation,
   * for signed-in people. Default: `app`.
   */
  layout?: 'auth' | 'plain' | 'card' | 'app'
  /** Module the user must own. */
  module?: ModuleSlug
  /** Capability the user must have. */
  can?: Capability
  /** Only if the brand shows its training center. */
  training?: true
  /** Shown in the sidebar, after the previous rows of its section; `count` shows what waits there. */
  nav?: { section: NavSection; icon: NavIcon; label?: string; count?: 'reviews' }
  /** Tab of a page with several addresses, after the previous tabs. */
  tab?: { group: string; label: string }
  /** Letter of its shortcut after `g`. */
  goKey?: string
  /** Address of its default child. */
  redirectTo?: string
  /** Absent until the page is built: its address says so, and the sidebar omits it. */
  load?: PageComponent
}

/** Pages that all belong to one module. */
export const inModule = <const Pages extends readonly Page[]>(module: ModuleSlug, pages: Pages) =>
  pages.map((page) => ({ module, ...page })) as readonly Page[] as Pages
