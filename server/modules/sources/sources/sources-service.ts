import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Pace } from '#server/platform/pace.ts'
import { type EvidenceStore, guardSource, type LeadSource } from '#server/providers/lead-sources/index.ts'
import { createCredentials } from './credentials-service.ts'
import { createJoinedSource } from './joined-source.ts'
import { createReadySources, type ReadySources } from './ready-sources.ts'
import { recordUse } from './record-use.ts'
import { createSimilarSource } from './similar-source.ts'
import { createSourceContexts } from './source-context.ts'
import { type NotifyParked, noteUse } from './source-health.ts'
import { createSourceRegistry } from './source-registry.ts'

export interface SourcesDeps {
  db: Db
  secretBox: SecretBox
  pace: Pace
  /** The first one with an id wins. */
  sources: readonly LeadSource[]
  evidenceStores: readonly EvidenceStore[]
  now(): Date
  parked?: NotifyParked | undefined
}

/** Every lead source of this installation, and its contexts. */
export function createSourcesService({
  db,
  secretBox,
  pace,
  sources,
  evidenceStores,
  now,
  parked,
}: SourcesDeps) {
  const credentials = createCredentials({ db, secretBox })
  const recorder = { now, note: (use: Parameters<typeof noteUse>[1]) => noteUse(db, use, now(), parked) }
  const contexts = createSourceContexts({ db, pace, credentials, now })
  const joined = createJoinedSource({
    ready: (accountId, type) => ready.ready(accountId, type),
    contextOf: contexts.contextOf,
    isFree: async (accountId, { declaration }, type) =>
      (await contexts.priceOf(accountId, declaration, LIST_TYPES[type].chargeKind)) === 0,
  })
  // Composite sources only delegate: the sources they call are recorded.
  const passing = [joined, createSimilarSource(joined)]
  const guarded = [...sources.map((source) => recordUse(source, recorder)), ...passing].map(guardSource)
  const { declared, ...registry } = createSourceRegistry({ db, guarded, evidenceStores })
  const ready: ReadySources = createReadySources({ db, declared, now })
  return { credentials, ...registry, ...ready, ...contexts }
}

export type SourcesService = ReturnType<typeof createSourcesService>
