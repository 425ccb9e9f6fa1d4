import { eventLeads, eventSignal } from '#server/modules/activity/webhooks/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { emptyTrash } from './empty-trash.ts'
import { describeEventLeads, describeEventSignal } from './event-leads.ts'
import { leadRoutes } from './leads-routes.ts'

export {
  binnedBy,
  type Counted,
  changedIds,
  holdLeads,
  insertCopies,
  insertSameChange,
  notIn,
  writeLeads,
} from './changes/bulk-leads.ts'
export { applyEdit, CHANGE_CHUNK, changeValues, type LeadEdit, writeValues } from './changes/change-values.ts'
export {
  findParts,
  insertChanges,
  type LeadChange,
  labelChanges,
  readValues,
  statusChanges,
} from './changes/lead-changes.ts'
export { type ChangePlace, closeChange, openChange } from './changes/write-change.ts'
export { emptyTrash } from './empty-trash.ts'
export { carryEntityKey, findEntitiesInLists, findKnownEntities, findSavedKeys } from './entities.ts'
export { findAliases, learnAliases } from './entity-aliases.ts'
export {
  type ErasedLead,
  eraseEntitiesWhere,
  eraseEntitiesWithoutLeads,
  eraseLeadsWhere,
} from './erase-leads.ts'
export { EXPIRED_BATCH, expireValuesIn, findListsWithExpired, type ListPlace } from './expire-values.ts'
export { withoutSuppressed } from './fill-leads.ts'
export { hiddenBy, hideLeads, type ListChange, rehideLeads, unhideLeads } from './hidden-leads.ts'
export { importLeads } from './import-leads.ts'
export { findKnownNames, type KnownNames, keepKnownNames } from './known-names.ts'
export { labelNames } from './labels/label-conditions.ts'
export {
  copyLabel,
  copyLeadLabels,
  countLabelUses,
  deleteLeadLabels,
  findDeletedLabel,
  findLabels,
  findLeadLabels,
  insertLabel,
  insertLeadLabels,
  joinLabels,
  type LabelChange,
  type LabelRow,
  leadsWithLabel,
  lockLabel,
  revertMerges,
  updateLabel,
} from './labels/labels-store.ts'
export { readLabelNames } from './labels/read-label-names.ts'
export { countReachable, factsOfLeads, type LeadFacts, type Reachability } from './lead-facts.ts'
export { checkLeadFilters } from './lead-filters.ts'
export { isOwnEmail, type LeadKeys, leadKeys } from './lead-keys.ts'
export {
  findLeadIds,
  findLeadScope,
  listLeadsAddedBy,
  presentLeads,
  readLeadChunks,
  type Selection,
  showLead,
} from './lead-lookups.ts'
export { deleteLeads, restoreLeads } from './lead-trash.ts'
export { setValue, valueIn } from './lead-values.ts'
export {
  addLeads,
  fillLeadValues,
  recordLookup,
  refuseSuppressed,
  setEmailSearch,
  setEmailState,
  writeFoundValues,
} from './lead-writes.ts'
export {
  leadOfEntity,
  leadsLike,
  leadsOfEmail,
  leadsOfEntities,
  leadsOfProfile,
  leadsOfWebsite,
  websiteKey,
} from './leads-by-value.ts'
export {
  fieldsIn,
  filteredLeads,
  type LeadPlace,
  type LeadScope,
  leadsAfter,
  leadsOfEveryList,
  orderedLeads,
} from './leads-reads.ts'
export {
  findLead,
  findLeads,
  hasEmail,
  LEAD_COLUMNS,
  type LeadRow,
  lockLeads,
  markSent,
  type NewLead,
  type Origin,
  updateLeads,
  upsertEntities,
} from './leads-store.ts'
export { partOfName } from './name-parts.ts'
export { countExpiring, noteRetentions } from './note-expiry.ts'
export {
  fieldValue,
  findOrigin,
  OWN_FIELDS,
  presentLead,
  presentLeadDetail,
  readable,
} from './present-lead.ts'
export { type EntityRules, resolveEntities } from './resolve-entities.ts'
export { retentionNoted, suppressedEmails, suppressedLeads, suppressesNothing } from './signals.ts'
export { createAccountWhy, createWhyText, withReasons } from './why.ts'
export { writeScores } from './write-scores.ts'
export { type LeadSignals, writeSignals } from './write-signals.ts'

export const leadsModule = defineModule({
  routes: (ctx) => leadRoutes(ctx),
  on: [eventLeads.answer(describeEventLeads), eventSignal.answer(describeEventSignal)],
  housekeeping: (ctx) => ({ trash: () => emptyTrash(ctx.db) }),
})
