import { defineModule } from '#server/platform/module.ts'

export { findSegments, type Segment } from './find-segments.ts'
export { type SignalCell, segmentLeads, signalCells } from './pattern-reads.ts'
export { makeSearch, patternFields, segmentName, valueText } from './segment-values.ts'

export const leadPatternsModule = defineModule({})
