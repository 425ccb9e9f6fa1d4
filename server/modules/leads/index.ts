export { createCleanUp } from './edits/clean-up.ts'
export { leadEditRoutes } from './edits/edits-routes.ts'
export { createLeadEdits, type LeadEdits } from './edits/edits-service.ts'
export { createManualEntry, type KnownKeys } from './edits/manual-entry.ts'
export { createNotesService } from './edits/notes-service.ts'
export { leadTidyRoutes } from './edits/tidy-routes.ts'
export { emptyBin } from './empty-bin.ts'
export type { LeadFill } from './fill-leads.ts'
export { checkLeadFilters } from './lead-filters.ts'
export { countLeads, fieldsIn, type LeadScope, orderedLeads } from './leads-reads.ts'
export { leadRoutes } from './leads-routes.ts'
export { createLeadsService, type LeadsService } from './leads-service.ts'
export {
  LEAD_COLUMNS,
  type LeadRow,
  type NewLead,
  type Origin,
  type StoredProvenance,
} from './leads-store.ts'
export { fieldValue, OWN_FIELDS, originOf, readable } from './present-lead.ts'
