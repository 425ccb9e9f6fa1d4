import { PAGES } from './pages/index.ts'
import { mayOpen, type Viewer } from './sidebar.ts'

/** The two-key shortcuts of pages that the person may open, with the page's title. */
export const goKeys = (viewer: Viewer): { keys: [string, string]; path: string; title: string }[] =>
  PAGES.flatMap((page) => {
    const { goKey, path, title } = page
    return goKey && mayOpen(page, viewer) ? [{ keys: ['g', goKey] as [string, string], path, title }] : []
  })
