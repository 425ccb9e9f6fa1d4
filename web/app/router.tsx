import {
  type AnyRoute,
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type Router,
  redirect,
} from '@tanstack/react-router'
import { MissingFileError, serverAnswers, withReload } from '../lib/chunk-reload.ts'
import { reportError } from '../lib/error-report.ts'
import { parseListRef } from '../lib/list-ref.ts'
import { hasValidIds } from '../lib/path-id.ts'
import { needsFullLoad } from '../lib/script-zone.ts'
import { loadSession, readSession } from '../lib/session.ts'
import { showToast } from '../lib/toast.ts'
import { readToken } from '../lib/token.ts'
import { AuthLayout } from './auth-layout.tsx'
import { decide, safeReturn } from './guard.ts'
import { signInPath } from './last-page.ts'
import { PAGES, type Page, type PagePath, routerPath } from './pages/index.ts'
import type { PageComponent } from './pages/page.ts'
import { Root } from './root.tsx'
import { ComingPage, NotAvailablePage, NotFoundPage, RouteError } from './status-pages.tsx'

let guarding = 0
/** True while the guard itself loads the session, so that this change does not start the guard again. */
export const isGuarding = (): boolean => guarding > 0

type Target = Page | '/'

interface Location {
  href: string
  pathname: string
  hash: string
  search: Record<string, unknown>
  /** `fromLink` replaces the fragment once the page has read and removed it. */
  state: { fromLink?: boolean }
}

const isPasswordLink = (target: Target, { hash, state }: Location): boolean =>
  target !== '/' &&
  target.path === '/forgot-password' &&
  (hash.startsWith('token=') || state.fromLink === true)

/** Preloads the files of the opened page in parallel with the user request. */
function preloadFiles(matches: readonly { routeId: string }[]): void {
  for (const { routeId } of matches) {
    const { component } = (router.routesById as Record<string, AnyRoute>)[routeId]?.options ?? {}
    // A failure is reported where the page needs the file.
    void (component as { preload?: () => Promise<unknown> } | undefined)?.preload?.().catch(() => {})
  }
}

/** Loads the user and what the frame shows, and the files of the page, at the same time. */
async function loadFirst(matches: readonly { routeId: string }[]): Promise<void> {
  preloadFiles(matches)
  await loadSession()
}

interface Navigation {
  location: unknown
  matches: readonly { routeId: string }[]
  preload?: boolean
}

/** Moving between pages with and without site scripts needs a full load, which needs a server. */
async function enterZone({ href, pathname }: Pick<Location, 'href' | 'pathname'>): Promise<void> {
  if (!needsFullLoad(pathname)) return
  if (!(await serverAnswers())) throw new MissingFileError({ isOutage: true, cause: undefined })
  // With a fragment the address would equal the current one, and nothing would load.
  throw redirect({ href: href.replace(/#.*/, ''), reloadDocument: true, replace: true })
}

async function afterSignIn(): Promise<string> {
  const session = await loadSession()
  // Closed and locked accounts have pages of their own, which `/` knows.
  const isOpen =
    session.status === 'signed-in' &&
    session.user.account.delete_at === null &&
    session.user.account.access.level !== 'locked'
  return isOpen ? signInPath(session.user) : '/'
}

/** Runs the guard, loads the user if needed, and turns a redirect into the router's. */
async function guard(target: Target, { matches, preload, ...navigation }: Navigation): Promise<void> {
  const location = navigation.location as Location
  const byLink = isPasswordLink(target, location)
  const state = () => ({ session: readSession(), hasToken: readToken() !== null, byLink })
  let decision = decide(target, state())
  if (decision.do === 'load') {
    guarding++
    try {
      await loadFirst(matches)
    } finally {
      guarding--
    }
    decision = decide(target, state())
  }
  if (decision.do === 'allow' && !preload) await enterZone(location)
  if (decision.do !== 'redirect') return
  if (decision.message && !preload) {
    const action = { label: 'Upgrade', run: () => void router.navigate({ to: '/whitelabel/upgrade' }) }
    showToast({ kind: 'info', message: decision.message, ...(decision.upgrade && { action }) })
  }
  if (decision.to === '/login') {
    const to = safeReturn(location.href)
    throw redirect({ to: '/login', search: to ? { to } : {}, replace: true })
  }
  const isSignIn = target !== '/' && target.layout === 'auth' && decision.to === '/'
  const href = isSignIn ? (safeReturn(location.search.to) ?? (await afterSignIn())) : decision.to
  throw redirect({ href, replace: true })
}

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
})

const target = (): string | undefined => (router.state.isLoading ? router.latestLocation.href : undefined)

/** A lazy component; if its file is missing, the requested path is reloaded. */
const lazy = (name: string, load: PageComponent) => lazyRouteComponent(withReload(name, load, target))

const layouts = {
  auth: createRoute({ getParentRoute: () => rootRoute, id: 'auth', component: AuthLayout }),
  plain: createRoute({ getParentRoute: () => rootRoute, id: 'plain', component: AuthLayout }),
  card: createRoute({ getParentRoute: () => rootRoute, id: 'card', component: AuthLayout }),
  app: createRoute({
    getParentRoute: () => rootRoute,
    id: 'app',
    component: lazy('layout', async () => ({ default: (await import('./base-layout.tsx')).BaseLayout })),
  }),
}

function pageRoute(page: Page): AnyRoute {
  const { layout = 'app', path, title, tab, can, load } = page
  return createRoute({
    getParentRoute: () => layouts[layout],
    path: routerPath(path),
    staticData: { title, ...(tab ? { tab: { ...tab, to: path, can } } : {}) },
    beforeLoad: (navigation) => guard(page, navigation),
    // Thrown from the loader of a route with its own error page, so that the layout stays.
    notFoundComponent: NotFoundPage,
    loader: ({ params }) => {
      const { listRef } = params as { listRef?: string }
      if ((listRef !== undefined && !parseListRef(listRef)) || !hasValidIds(params)) throw notFound()
    },
    component: load ? lazy(path, load) : () => <NotAvailablePage title={title} />,
  })
}

const homeRoute = createRoute({
  getParentRoute: () => layouts.app,
  path: '/',
  beforeLoad: (navigation) => guard('/', navigation),
})

/** An unknown address is shown inside the application for signed-in people. */
const notFoundRoute = createRoute({
  getParentRoute: () => layouts.app,
  path: '$',
  beforeLoad: async ({ location, preload }) => {
    if (!preload) await enterZone(location)
    if (readToken() === null) throw notFound()
    guarding++
    try {
      await loadSession()
    } finally {
      guarding--
    }
    if (readSession().status === 'signed-out') throw notFound()
  },
  component: NotFoundPage,
})

const listPages = (layout: Page['layout']) =>
  PAGES.filter((page) => (page.layout ?? 'app') === layout).map(pageRoute)

const routeAt = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    // Pages read their own parameters (web/lib/page-search.ts).
    validateSearch: (search: Record<string, unknown>) => search as Record<string, any>,
  })
type PageRoutes = { [Path in PagePath | '/']: ReturnType<typeof routeAt<Path>> }
const typedTree = () => rootRoute.addChildren({} as PageRoutes)

declare module '@tanstack/react-router' {
  interface Register {
    router: Router<ReturnType<typeof typedTree>>
  }
}

/** The router, with its tree built from the pages. */
export const router: AnyRouter = createRouter({
  routeTree: rootRoute.addChildren([
    layouts.auth.addChildren(listPages('auth')),
    layouts.plain.addChildren(listPages('plain')),
    layouts.card.addChildren(listPages('card')),
    layouts.app.addChildren([homeRoute, ...listPages('app'), notFoundRoute]),
  ] as AnyRoute[]),
  defaultPreload: 'intent',
  // A slow page shows a loading state, never the previous page under the new address.
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPendingComponent: ComingPage,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundPage,
  defaultOnCatch: (error: unknown) => reportError(error, 'router'),
  scrollRestoration: true,
})
