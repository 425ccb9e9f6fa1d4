import { defineModule } from '#server/platform/module.ts'

export { type CommonSignal, findCommonSignals } from './common-signals.ts'
export { findSegments, type Segment } from './find-segments.ts'
export {
  countSignals,
  type SignalCell,
  type SignalCount,
  segmentLeads,
  signalCells,
} from './pattern-reads.ts'
export { makeSearch, patternFields, segmentName, valueText } from './segment-values.ts'

export const leadPatternsModule = defineModule({})
