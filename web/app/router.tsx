import {
  type AnyRoute,
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { withReload } from '../lib/chunk-reload.ts'
import { reportError } from '../lib/error-report.ts'
import { parseListRef } from '../lib/list-ref.ts'
import { loadSession, readSession } from '../lib/session.ts'
import { showToast } from '../lib/toast.ts'
import { readToken } from '../lib/token.ts'
import { AuthLayout } from './auth-layout.tsx'
import type { PageLoader } from './built-pages.ts'
import { decide, safeReturn } from './guard.ts'
import { Root } from './root.tsx'
import { loaderOf, ROUTES, type RouteEntry, routerPath } from './route-table.ts'
import { ComingPage, NotAvailablePage, NotFoundPage, RouteError } from './status-pages.tsx'

let guarding = 0
/** True while the guard itself loads the session, so that this change does not start the guard again. */
export const isGuarding = (): boolean => guarding > 0

type Target = RouteEntry | '/'

interface Location {
  href: string
  hash: string
  search: Record<string, unknown>
  /** `fromLink` stands for the fragment once the page has read it and taken it away. */
  state: { fromLink?: boolean }
}

const isPasswordLink = (target: Target, { hash, state }: Location): boolean =>
  target !== '/' &&
  target.path === '/forgot-password' &&
  (hash.startsWith('token=') || state.fromLink === true)

/** Starts to load the files of the page that is opened, so that they come while the server is asked who opens it. */
function preloadFiles(matches: readonly { routeId: string }[]): void {
  for (const { routeId } of matches) {
    const { component } = (router.routesById as Record<string, AnyRoute>)[routeId]?.options ?? {}
    // What fails is told where the page needs it.
    void (component as { preload?: () => Promise<unknown> } | undefined)?.preload?.().catch(() => {})
  }
}

interface Navigation {
  location: unknown
  matches: readonly { routeId: string }[]
  preload?: boolean
}

/** Asks the guard, loading the user when it says so, and turns a redirect into the router's. */
async function guard(target: Target, { matches, preload, ...navigation }: Navigation): Promise<void> {
  const location = navigation.location as Location
  const byLink = isPasswordLink(target, location)
  const state = () => ({ session: readSession(), hasToken: readToken() !== null, byLink })
  let decision = decide(target, state())
  if (decision.do === 'load') {
    guarding++
    preloadFiles(matches)
    try {
      await loadSession()
    } finally {
      guarding--
    }
    decision = decide(target, state())
  }
  if (decision.do !== 'redirect') return
  if (decision.say && !preload) showToast({ kind: 'info', message: decision.say })
  if (decision.to === '/login') {
    const to = safeReturn(location.href)
    throw redirect({ to: '/login', search: to ? { to } : {}, replace: true })
  }
  const wanted = target !== '/' && target.layout === 'auth' ? safeReturn(location.search.to) : undefined
  throw redirect({ href: wanted ?? decision.to, replace: true })
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

/** A component of its own file; when that is gone, the path that was asked for is loaded anew. */
const lazy = (load: PageLoader, name: string) =>
  lazyRouteComponent(withReload(name, load, target) as () => Promise<Record<string, React.FC>>, name)

const layouts = {
  auth: createRoute({ getParentRoute: () => rootRoute, id: 'auth', component: AuthLayout }),
  plain: createRoute({ getParentRoute: () => rootRoute, id: 'plain', component: AuthLayout }),
  app: createRoute({
    getParentRoute: () => rootRoute,
    id: 'app',
    component: lazy(() => import('./base-layout.tsx'), 'BaseLayout'),
  }),
}

function pageRoute(entry: RouteEntry): AnyRoute {
  const load = loaderOf(entry)
  return createRoute({
    getParentRoute: () => layouts[entry.layout],
    path: routerPath(entry.path),
    staticData: { title: entry.title },
    beforeLoad: (navigation) => guard(entry, navigation),
    // Thrown from the loader of a route with its own page for it, the layout stays around it.
    notFoundComponent: NotFoundPage,
    loader: ({ params }) => {
      const { listRef } = params as { listRef?: string }
      if (listRef !== undefined && !parseListRef(listRef)) throw notFound()
    },
    component: load && entry.page ? lazy(load, entry.page) : () => <NotAvailablePage title={entry.title} />,
  })
}

const homeRoute = createRoute({
  getParentRoute: () => layouts.app,
  path: '/',
  beforeLoad: (navigation) => guard('/', navigation),
})

/** An address that leads nowhere stands within the application for those who are signed in. */
const nowhereRoute = createRoute({
  getParentRoute: () => layouts.app,
  path: '$',
  beforeLoad: async () => {
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

const pagesOf = (layout: RouteEntry['layout']) =>
  ROUTES.filter((entry) => entry.layout === layout).map(pageRoute)

/** The router, its tree built from the route table. */
export const router: AnyRouter = createRouter({
  routeTree: rootRoute.addChildren([
    layouts.auth.addChildren(pagesOf('auth')),
    layouts.plain.addChildren(pagesOf('plain')),
    layouts.app.addChildren([homeRoute, ...pagesOf('app'), nowhereRoute]),
  ] as AnyRoute[]),
  defaultPreload: 'intent',
  // A page that does not come at once shows that it is coming, never the page before under its address.
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPendingComponent: ComingPage,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundPage,
  defaultOnCatch: (error: unknown) => reportError(error, 'router'),
  scrollRestoration: true,
})
