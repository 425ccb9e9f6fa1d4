import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAppLoading } from '../lib/app-state.ts'
import { useDocumentTitle } from '../lib/page-title.ts'
import { useSession } from '../lib/session.ts'
import { loadLater } from '../ui/load-later.tsx'
import type { PageTab } from '../ui/page-tabs.tsx'
import { OVERLAYS_ID } from '../ui/theme.ts'
import { Toasts } from '../ui/toasts.tsx'
import classes from './root.module.css'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Document title. */
    title?: string
    /** Shown as the title suffix of a tab. */
    tab?: PageTab
  }
}

function LoadingBar() {
  const navigating = useRouterState({ select: (state) => state.isLoading })
  const working = useAppLoading()
  if (!navigating && !working) return null
  return <div className={classes.loading} role="progressbar" aria-label="Loading" />
}

const TermsDialog = loadLater(
  async () => (await import('../features/identity/auth/terms-dialog.tsx')).TermsDialog,
)

/** Unaccepted terms block the application, but not the public pages. */
function TermsGate() {
  const session = useSession()
  const inApp = useRouterState({
    select: (state) => state.matches.some((match) => (match.routeId as string) === '/app'),
  })
  const terms = session.status === 'signed-in' ? session.user.terms_to_accept : null
  if (!terms || !inApp) return null
  return (
    <Suspense>
      <TermsDialog key={terms.version} title={terms.title} />
    </Suspense>
  )
}

/** Common to every screen: loading indicator, toasts, terms to accept and document title. */
export function Root() {
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title })
  useDocumentTitle(title)
  return (
    <>
      <LoadingBar />
      <Outlet />
      {/* Where menus, dialogs and tooltips are drawn: inside a landmark, so that none of them is lost. */}
      <section id={OVERLAYS_ID} aria-label="Menus and dialogs" />
      <TermsGate />
      <Toasts />
    </>
  )
}
