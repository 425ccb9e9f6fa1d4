export { createCleanUp } from './edits/clean-up.ts'
export { leadEditRoutes } from './edits/edits-routes.ts'
export { createLeadEdits, type LeadEdits } from './edits/edits-service.ts'
export { createManualEntry, type KnownKeys } from './edits/manual-entry.ts'
export { createNotesService } from './edits/notes-service.ts'
export { type ReadValue, readValue, type ValueContext } from './edits/read-value.ts'
export { leadTextTidyJob } from './edits/text-index.ts'
export { leadTidyRoutes } from './edits/tidy-routes.ts'
export { emptyBin } from './empty-bin.ts'
export { findAliases, learnAliases } from './entity-aliases.ts'
export { type LeadFill, withoutSuppressed } from './fill-leads.ts'
export {
  type HiddenLead,
  hiddenBy,
  hideLeads,
  type ListChange,
  rehideLeads,
  unhideLeads,
} from './hidden-leads.ts'
export { type ImportedLead, type ImportPlace, importLeads, leadsAfter } from './import-leads.ts'
export { LABEL_NAMES } from './labels/label-conditions.ts'
export { labelRoutes } from './labels/labels-routes.ts'
export { createLabelsService, type LabelsService } from './labels/labels-service.ts'
export { checkLeadFilters } from './lead-filters.ts'
export { leadKeys } from './lead-keys.ts'
export { countLeads, fieldsIn, filteredLeads, type LeadScope, orderedLeads } from './leads-reads.ts'
export { leadRoutes } from './leads-routes.ts'
export { createLeadsService, type LeadGuard, type LeadsService } from './leads-service.ts'
export {
  hasEmail,
  LEAD_COLUMNS,
  type LeadRow,
  type NewLead,
  type Origin,
  type StoredProvenance,
} from './leads-store.ts'
export { listTwinRoutes } from './list-twins/list-twins-routes.ts'
export { createListTwins } from './list-twins/list-twins-service.ts'
export { fieldValue, OWN_FIELDS, originOf, presentLeadDetail, readable } from './present-lead.ts'
