import type { LeadSourceEntry } from '#contract/sources/lead-sources.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import type { Pace } from '#server/platform/pace.ts'
import { createKeyReads } from './key-reads.ts'
import { createKeyTests } from './key-tests.ts'
import type { SourcesService } from './sources-service.ts'
import { createStoredKeys } from './stored-keys.ts'

export interface SourceKeysDeps {
  db: Db
  sources: SourcesService
  pace: Pace
  /** Rate limit of key tests, by account. */
  limit: RateLimit
  now(): Date
}

/** An account's keys: each source's state, and storing, testing and deleting its own. */
export function createSourceKeys({ db, sources, pace, limit, now }: SourceKeysDeps) {
  const { credentials } = sources
  const { withForm, list, show } = createKeyReads({ sources, now })
  return {
    list: (actor: Actor): Promise<LeadSourceEntry[]> => list(actor.accountId),
    ...createKeyTests({ db, credentials, withForm, pace, limit, now }),
    ...createStoredKeys({ db, credentials, withForm, show }),
  }
}

export type SourceKeysService = ReturnType<typeof createSourceKeys>
