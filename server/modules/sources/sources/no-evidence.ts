import type { EvidenceStore, SourceRecorder } from '#server/providers/lead-sources/index.ts'

/** Hears everything and keeps nothing. */
export const silentRecorder: SourceRecorder & { close(): Promise<void> } = {
  progress() {},
  async close() {},
}

/** The evidenceStore of sources that show nothing beside leads. */
export const emptyEvidenceStore: EvidenceStore = {
  sources: [],
  async plan() {},
  recorder: () => silentRecorder,
  async finish() {},
  async leave() {},
}
