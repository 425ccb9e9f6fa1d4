import type { ComponentType } from 'react'

/** Loads a page's chunk; the module exports the component by name. */
export type PageLoader = () => Promise<Record<string, ComponentType>>

/** Files of the pages that are built, by the name of the component they export. */
const PAGE_FILES = {
  LoginPage: '../features/auth/login-page.tsx',
  WalletPage: '../features/wallet/wallet-page.tsx',
  NewSearchPage: '../features/search/new-search-page.tsx',
  SavedListsPage: '../features/lists/saved-lists-page.tsx',
  ListPage: '../features/leads/list-page.tsx',
  ResultPage: '../features/leads/result-page.tsx',
  CorpusPage: '../features/corpus/corpus-page.tsx',
} as const

export type PageName = keyof typeof PAGE_FILES

const found = import.meta.glob<Record<string, ComponentType>>('../features/*/*-page.tsx')

/** Loaders of the pages; undefined for a file that is not there. */
export const BUILT_PAGES: Record<PageName, PageLoader | undefined> = Object.fromEntries(
  Object.entries(PAGE_FILES).map(([name, file]) => [name, found[file]]),
) as Record<PageName, PageLoader | undefined>
