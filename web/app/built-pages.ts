import type { ComponentType } from 'react'

/** Loads a page's chunk; the module exports the component by name. */
export type PageLoader = () => Promise<Record<string, unknown>>

/** Loaders of the pages that are built, by the name of the component that the file exports. */
const PAGES = {
  LoginPage: () => import('../features/auth/login-page.tsx'),
  WalletPage: () => import('../features/wallet/wallet-page.tsx'),
  NewSearchPage: () => import('../features/search/new-search-page.tsx'),
  SavedListsPage: () => import('../features/lists/saved-lists-page.tsx'),
  ListPage: () => import('../features/leads/list-page.tsx'),
  ResultPage: () => import('../features/leads/result-page.tsx'),
  CorpusPage: () => import('../features/corpus/corpus-page.tsx'),
}

export type PageName = keyof typeof PAGES

/** The same, where the compiler checks that each file really exports the component of its name. */
export const BUILT_PAGES: { [Name in PageName]: () => Promise<{ [Key in Name]: ComponentType }> } = PAGES
