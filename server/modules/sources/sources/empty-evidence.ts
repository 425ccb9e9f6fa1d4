import type { EvidenceStore, SourceRecorder } from '#server/providers/lead-sources/index.ts'

/** Ignores everything. */
export const silentRecorder: SourceRecorder & { close(): Promise<void> } = {
  progress() {},
  wasRead() {},
  async close() {},
}

export const emptyEvidenceStore: EvidenceStore = {
  sources: [],
  async plan() {},
  recorder: () => silentRecorder,
  async finish() {},
  async finishVisited() {},
  async leave() {},
}
