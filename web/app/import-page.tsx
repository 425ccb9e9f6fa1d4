import { ImportPage as ImportOfLeads } from '../features/prospecting/lead-imports/import-page.tsx'
import { LeadActionsContext } from '../lib/lead-actions.ts'
import { LEAD_ACTIONS } from './lead-actions.ts'

/** The import of leads, joined with what can be done to them next. */
export function ImportPage() {
  return (
    <LeadActionsContext value={LEAD_ACTIONS}>
      <ImportOfLeads />
    </LeadActionsContext>
  )
}
