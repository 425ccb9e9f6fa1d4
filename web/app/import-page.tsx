import { ImportPage as ImportOfLeads } from '../features/prospecting/lead-imports/import-page.tsx'
import { LeadActionsContext } from '../lib/lead-actions.ts'
import { LEAD_ACTIONS } from './lead-actions.ts'

/** The import of leads, combined with the next actions for them. */
export function ImportPage() {
  return (
    <LeadActionsContext value={LEAD_ACTIONS}>
      <ImportOfLeads />
    </LeadActionsContext>
  )
}
