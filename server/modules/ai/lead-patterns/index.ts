export { findSegments, type Segment } from './find-segments.ts'
export { type SignalCell, segmentLeads, signalCells } from './pattern-reads.ts'
export { patternFields, searchOf, segmentName, valueText } from './segment-values.ts'
