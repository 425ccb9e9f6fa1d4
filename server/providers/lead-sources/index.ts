export {
  InvalidSearch,
  type LeadBatch,
  type LeadSource,
  type SourceContext,
  type SourceCount,
  type SourceLead,
  type SourceOrigin,
} from './lead-source.ts'
export { outsideTransactions } from './outside-transactions.ts'
export { createSampleSource } from './sample/sample-source.ts'
export { createWebsiteSource, originOfSighting } from './website/website-source.ts'
