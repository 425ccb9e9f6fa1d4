import { ACCOUNT_PAGES } from './account-pages.ts'
import { ADMIN_PAGES } from './admin-pages.ts'
import { AI_PAGES } from './ai-pages.ts'
import { LEAD_SEARCH_PAGES } from './lead-search-pages.ts'
import type { Page } from './page.ts'
import { SETTINGS_PAGES } from './settings-pages.ts'
import { WHITE_LABEL_PAGES } from './white-label-pages.ts'

export type { NavSection, Page } from './page.ts'

/** Every page of the product, in sidebar order. */
const ALL = [
  ...SETTINGS_PAGES,
  ...AI_PAGES,
  ...LEAD_SEARCH_PAGES,
  ...WHITE_LABEL_PAGES,
  ...ADMIN_PAGES,
  ...ACCOUNT_PAGES,
] as const satisfies readonly Page[]

export const PAGES: readonly Page[] = ALL

type InRouter<Path extends string> = Path extends `${infer Start}{type}-{id}${infer End}`
  ? InRouter<`${Start}$listRef${End}`>
  : Path extends `${infer Start}{${infer Name}}${infer End}`
    ? InRouter<`${Start}$${Name}${End}`>
    : Path
/** The addresses of all pages, as the router writes them. */
export type PagePath = InRouter<(typeof ALL)[number]['path']>

const byPath = new Map(PAGES.map((page) => [page.path, page]))

/** The page at exactly this path. Throws when there is none, which is a programming error. */
export function pageAt(path: string): Page {
  const page = byPath.get(path)
  if (!page) throw new Error(`No page at ${path}`)
  return page
}

/** The path in the router's notation: `{id}` becomes `$id`, and a list's `{type}-{id}` is `$listRef`. */
export const routerPath = (path: string): string =>
  path.replaceAll('{type}-{id}', '$listRef').replace(/\{(\w+)\}/g, '$$$1')

/** Whether the page is built; a parent counts as its default child. */
export const isBuilt = (page: Page): boolean =>
  page.redirectTo ? isBuilt(pageAt(page.redirectTo)) : page.load !== undefined
