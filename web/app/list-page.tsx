import { lazy } from 'react'
import { ListPage as LeadsOfList } from '../features/leads/list-page.tsx'
import type { ListParts } from '../features/leads/list-parts.ts'
import { RunWebsites } from './run-websites.tsx'

const PARTS: ListParts = {
  Companies: lazy(() =>
    import('../features/websites/companies.tsx').then((module) => ({ default: module.Companies })),
  ),
  RunWebsites,
  EnrichDialog: lazy(() =>
    import('../features/enrichment/enrich-dialog.tsx').then((module) => ({ default: module.EnrichDialog })),
  ),
}

/** The page of a list, joined with the web sites and the enrichments of its leads. */
export function ListPage() {
  return <LeadsOfList parts={PARTS} />
}
