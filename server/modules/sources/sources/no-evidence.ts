import type { EvidenceKeeper, SourceRecorder } from '#server/providers/lead-sources/index.ts'

/** Hears everything and keeps nothing. */
export const recorderOfNothing: SourceRecorder & { close(): Promise<void> } = {
  progress() {},
  async close() {},
}

/** The keeper of sources that show nothing beside leads. */
export const keeperOfNothing: EvidenceKeeper = {
  sources: [],
  async plan() {},
  recorder: () => recorderOfNothing,
  async finish() {},
  async leave() {},
}
