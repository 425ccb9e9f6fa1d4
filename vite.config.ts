import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractPlugin } from './scripts/contract-plugin.ts'
import { directImportsPlugin } from './scripts/direct-imports-plugin.ts'
import { helpPlugin } from './scripts/help-plugin.ts'
import { pagesPlugin } from './scripts/pages-plugin.ts'

/** Where `npm start` listens; the dev server passes what the server answers on to it. */
const SERVER = process.env.LEADWRIGHT_SERVER ?? 'http://127.0.0.1:3000'

interface Modules {
  getModuleInfo(id: string): {
    importers: readonly string[]
    dynamicImporters: readonly string[]
    importedIds: readonly string[]
  } | null
}

/** The module and everything that imports it, itself or through others; what comes by `import()` does not count. */
function usersOf(id: string, modules: Modules): string[] {
  const users = new Set([id])
  for (const one of users) for (const user of modules.getModuleInfo(one)?.importers ?? []) users.add(user)
  return [...users]
}

const OURS = /[\\/](web|contract)[\\/][^?]*$|@tabler[\\/]icons-react/
const AUTH = 'web[\\\\/]features[\\\\/]identity[\\\\/]auth[\\\\/]'
const FIRST_SCREEN = new RegExp(`web[\\\\/]app[\\\\/]main\\.tsx$|${AUTH}login-page\\.tsx$`)
const BESIDE = new RegExp(
  `${AUTH}((register|forgot-password|invitation|terms|callback|sign-on)-page|sign-in-step)\\.tsx$`,
)
const FRAME = /web[\\/]app[\\/]base-layout\.tsx$/
/** Pages that most visits start with or lead to. */
const DAILY = /web[\\/](app|features[\\/][\w-]+[\\/][\w-]+)[\\/](new-search|saved-lists)-page\.tsx$/
const LIST = /[\\/]list-page\.tsx$/

type IsUsed = (users: string[], modules: Modules) => boolean
const isPartOf = (pages: RegExp) => (users: string[]) => users.some((page) => pages.test(page))
const pagesOf = (users: string[], modules: Modules): string[] =>
  users.filter((one) => (modules.getModuleInfo(one)?.dynamicImporters.length ?? 0) > 0)
const isShared: IsUsed = (users, modules) => pagesOf(users, modules).length > 1
const isStyle = ([id = '']: readonly string[]) => /\.css$/.test(id)
const isInFrame: IsUsed = (users, modules) =>
  isPartOf(FRAME)(users) || (isPartOf(DAILY)(users) && (isStyle(users) || isShared(users, modules)))

/** What the page of a list shares with occasional pages. */
const isForList: IsUsed = (users, modules) => isPartOf(LIST)(users) && isShared(users, modules)

/** Whether the module belongs to the sign-in page, or to a page beside it as well as to others: these wait for no file of the other kind. */
const isForSignIn: IsUsed = (users, modules) => {
  const pages = pagesOf(users, modules)
  const beside = pages.filter((page) => BESIDE.test(page))
  return isPartOf(FIRST_SCREEN)(users) || (beside.length > 0 && beside.length < pages.length)
}

const EDITOR =
  /node_modules[\\/](@tiptap|prosemirror-|linkifyjs|rope-sequence|orderedmap|w3c-keyname|fast-equals)/

/** Whether the module is one of the editor's, or one that pages share and that imports it, itself or through others. */
const isForEditor: IsUsed = (users, modules) => {
  if (!isShared(users, modules)) return false
  const needed = new Set(users.slice(0, 1))
  for (const one of needed)
    for (const id of modules.getModuleInfo(one)?.importedIds ?? [])
      if (OURS.test(id) || EDITOR.test(id)) needed.add(id)
  return [...needed].some((id) => EDITOR.test(id))
}

/** One file for all modules (ours, unless told) that are used like this, and what they need, where no earlier group has it. */
const group = (name: string, priority: number, isUsed: IsUsed, of = OURS) => ({
  name: (id: string, modules: Modules) =>
    of.test(id) && isUsed(usersOf(id, modules), modules) ? name : null,
  debugName: name,
  priority,
})

const AREA = /[\\/](?:web[\\/]features|contract)[\\/]([\w-]+)[\\/]/
/** A module that this many pages and dialogs use goes into the file that all of them load. */
const MANY_PAGES = 9

/**
 * What only occasional pages and dialogs share; the first visit does not wait for it. What few of them use comes by
 * area, so that a page loads little that only others need. Styles are small and come in one file.
 */
const SHARED = {
  debugName: 'shared',
  priority: 12,
  name: (id: string, modules: Modules) => {
    if (!OURS.test(id) && !id.includes('@mantine')) return null
    const { length } = pagesOf(usersOf(id, modules), modules)
    if (length < 2) return null
    return isStyle([id]) || length >= MANY_PAGES ? 'shared' : `shared-${AREA.exec(id)?.[1] ?? 'parts'}`
  },
}

/**
 * A page comes in few files. Left alone, each part that several pages share would become a file of its own, and the
 * first page would wait for dozens.
 */
const FILES = [
  {
    name: 'base',
    priority: 30,
    // Without what only signed-in pages use of it
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core))[\\/](?!.*(useBlocker|[qQ]ueriesObserver|useQueries|[iI]nfiniteQueryObserver|useInfiniteQuery))|@mantine[\\/](core[\\/]esm[\\/](core|components[\\/](Input|InputBase|TextInput|PasswordInput|ActionIcon|Button|Loader|UnstyledButton|Transition))|hooks[\\/]esm[\\/]use-(id|uncontrolled|merged-ref))[\\/]/,
  },
  group('first-screen', 25, isForSignIn),
  group('beside-sign-in', 20, isPartOf(BESIDE)),
  group('frame', 15, isInFrame, new RegExp(`${OURS.source}|@mantine`)),
  // The editor of texts, for the pages that have one.
  {
    ...group('editor', 14, isForEditor, new RegExp(`${OURS.source}|${EDITOR.source}`)),
    includeDependenciesRecursively: false,
  },
  group('list', 13, isForList, new RegExp(`${OURS.source}|@mantine|@tanstack.*[iI]nfiniteQuery`)),
  SHARED,
]

const PUBLIC_PAGES = join(import.meta.dirname, 'web', 'public-pages')

/**
 * The application, and beside it the little that pages for visitors need: a script for each `…-page.ts`, one style
 * sheet, and the script that other websites embed them with.
 */
const ENTRIES = Object.fromEntries([
  ['index', join(import.meta.dirname, 'web', 'index.html')],
  ...readdirSync(PUBLIC_PAGES)
    .filter((file) => /-page\.(ts|css)$|^embed\.ts$/.test(file))
    .map((file) => [file.replace(/\.\w+$/, ''), join(PUBLIC_PAGES, file)]),
])

/** Names the files of the frame in the page, which fetches them beside the first ones where someone is signed in. */
const framePlugin: Plugin = {
  name: 'frame-files',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const files = Object.keys(bundle ?? {}).filter((file) => /^assets\/frame-[^/]+\.(js|css)$/.test(file))
      return html.replace('__FRAME_FILES__', JSON.stringify(files.map((file) => `/${file}`)))
    },
  },
}

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    contractPlugin,
    directImportsPlugin,
    framePlugin,
    helpPlugin(join(import.meta.dirname, 'docs', 'user')),
    pagesPlugin(join(import.meta.dirname, 'web', 'app', 'pages')),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Only the map (MapLibre, 1.08 MB, 290 kB compressed) is larger than 500 kB, and only the first map loads it.
    chunkSizeWarningLimit: 1100,
    target: 'es2022',
    manifest: true,
    // The Content-Security-Policy allows files of our own origin only: nothing is inlined as a data: URL.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The import names a page's own file anyway, and the first files are there: the router, which comes first, is
      // spared a list of all names.
      resolveDependencies: (file, deps) =>
        deps.filter((dep) => dep.endsWith('.css') || (dep !== file && /\/(shared|list|frame)-/.test(dep))),
    },
    rolldownOptions: { input: ENTRIES, output: { codeSplitting: { groups: FILES } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: SERVER, changeOrigin: false },
      '/auth': { target: SERVER, changeOrigin: false },
    },
  },
})
