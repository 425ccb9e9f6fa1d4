import { Outlet, useRouterState } from '@tanstack/react-router'
import { useAppLoading } from '../lib/app-state.ts'
import { useDocumentTitle } from '../lib/page-title.ts'

import { OVERLAYS_ID } from '../ui/theme.ts'
import { Toasts } from '../ui/toasts.tsx'
import classes from './root.module.css'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Words of the document's title. */
    title?: string
  }
}

function LoadingBar() {
  const navigating = useRouterState({ select: (state) => state.isLoading })
  const working = useAppLoading()
  if (!navigating && !working) return null
  return <div className={classes.loading} role="progressbar" aria-label="Loading" />
}

/** What every screen has: the loading indicator, the toasts and the document's title. */
export function Root() {
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title })
  useDocumentTitle(title)
  return (
    <>
      <LoadingBar />
      <Outlet />
      {/* Where menus, dialogs and tooltips are drawn: inside a landmark, so that none of them is lost. */}
      <section id={OVERLAYS_ID} aria-label="Menus and dialogs" />
      <Toasts />
    </>
  )
}
