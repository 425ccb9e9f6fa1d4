export type { LeadBatch, LeadSource, SourceContext, SourceCount, SourceLead } from './lead-source.ts'
export { createSampleSource } from './sample/sample-source.ts'
