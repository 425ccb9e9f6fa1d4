import { routeAt } from './route-table.ts'
import { mayOpen, type Viewer } from './sidebar.ts'

/** Pages that two keys lead to: `g`, then this one. */
const GO_KEYS: readonly [key: string, path: string][] = [
  ['s', '/lead-search/new-search'],
  ['l', '/lead-search/saved-lists'],
  ['v', '/lead-search/email-verification'],
  ['q', '/lead-search/sources'],
  ['w', '/wallet'],
  ['t', '/manage-team'],
  ['n', '/notifications'],
  ['p', '/profile-settings/profile'],
  ['h', '/help'],
]

/** The keys of pages that a person may open, with the pages' titles. */
export const goKeys = (viewer: Viewer): { keys: [string, string]; path: string; title: string }[] =>
  GO_KEYS.map(([key, path]) => ({ key, path, entry: routeAt(path) }))
    .filter(({ entry }) => mayOpen(entry, viewer))
    .map(({ key, path, entry }) => ({ keys: ['g', key], path, title: entry.title }))
