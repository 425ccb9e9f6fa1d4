import { useEffect } from 'react'
import { setTitle, useBrand } from './branding.ts'
import { createStore, useStore } from './store.ts'

const own = createStore<string | undefined>(undefined)

/** Overrides the document title while the page is mounted. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    own.set(title)
    return () => own.set(undefined)
  }, [title])
}

/**
 * Keeps the document title current: the page's own title, or else the route's, then the brand. Used once, at
 * the root.
 */
export function useDocumentTitle(routeTitle: string | undefined): void {
  const title = useStore(own)
  const brand = useBrand()
  useEffect(() => {
    setTitle(title ?? routeTitle, brand.name)
  }, [title, routeTitle, brand.name])
}
