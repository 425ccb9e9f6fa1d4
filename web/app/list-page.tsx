import { lazy } from 'react'
import { ListPage as LeadsOfList } from '../features/leads/list-page.tsx'
import type { ListParts } from '../features/leads/list-parts.ts'
import { LeadActionsContext } from '../lib/lead-actions.ts'
import { LEAD_ACTIONS } from './lead-actions.ts'
import { RunWebsites } from './run-websites.tsx'

const PARTS: ListParts = {
  Companies: lazy(() =>
    import('../features/websites/companies.tsx').then((module) => ({ default: module.Companies })),
  ),
  RunWebsites,
}

/** The page of a list, joined with the websites of its leads and with what can be done to them. */
export function ListPage() {
  return (
    <LeadActionsContext value={LEAD_ACTIONS}>
      <LeadsOfList parts={PARTS} />
    </LeadActionsContext>
  )
}
