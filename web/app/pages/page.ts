import type { ComponentType } from 'react'
import type { Capability } from '#contract/core/capabilities.ts'
import type { ModuleSlug } from '#contract/core/constants.ts'
import type { NavIcon } from '../nav-icons.ts'

/** The exported component of a page's file, loaded when the page is opened. */
export interface PageComponent {
  name: string
  load: () => Promise<Record<string, unknown>>
}

/** Names the component that a page's file exports; the compiler checks that it does. */
export const component = <Name extends string>(
  load: () => Promise<{ [Key in Name]: ComponentType }>,
  name: Name,
): PageComponent => ({ name, load })

/** The sections of the sidebar that hold pages; web/app/sidebar.ts names and orders them. */
export type NavSection = 'settings' | 'ai' | 'lead-search' | 'tools' | 'whitelabel' | 'admin'

/** Everything that the router, the guard, the sidebar, the tabs and the command palette know about a page. */
export interface Page {
  /** `Section:Page`, unique. */
  name: string
  /** Address as the product writes it, `{name}` for a part that varies. */
  path: string
  /** Title of the document, and label in the sidebar and the command palette. */
  title: string
  /** `auth`: no navigation, sends signed-in people on. `plain`: no navigation, open to everyone. Default: `app`. */
  layout?: 'auth' | 'plain' | 'app'
  /** Module that the user must own. */
  module?: ModuleSlug
  /** What the user must be able to do. */
  can?: Capability
  /** Only where the brand shows its training center. */
  training?: true
  /** Place in the sidebar: below the rows of its section that come before it. */
  nav?: { section: NavSection; icon: NavIcon; label?: string }
  /** Tab of a page that is divided into several addresses, after the tabs before it. */
  tab?: { of: string; label: string }
  /** Other words that people may type for it in the command palette. */
  keywords?: readonly string[]
  /** The letter that leads to it after `g`. */
  goKey?: string
  /** Address of the child that opens instead. */
  redirectTo?: string
  /** Absent until the page is built: its address says so, and the sidebar leaves it out. */
  load?: PageComponent
}

/** Pages that all belong to one module. */
export const inModule = (module: ModuleSlug, pages: readonly Page[]): Page[] =>
  pages.map((page) => ({ module, ...page }))
