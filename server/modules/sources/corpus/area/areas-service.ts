import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { ReleaseBase } from './base/release-base.ts'
import { createFooters } from './footers.ts'
import { createFetchPlans } from './plan-fetch.ts'
import type { AreaSource } from './read-area.ts'
import { createAreaRefresh } from './refresh-areas.ts'
import { createSourceRemoval } from './remove-sources.ts'
import { createFetchStart } from './start-fetch.ts'

/** Overture Maps areas in the open corpus: estimates, fetches, refreshes, and removing sources. */
export function createCorpusAreas(deps: { db: Db; base: ReleaseBase; startRun: StartRun; clock?: Clock }) {
  const { db, base, startRun, clock = systemClock } = deps
  const source: AreaSource = { base, footers: createFooters() }

  const plans = createFetchPlans({ db, source })
  const starts = createFetchStart({ db, startRun })
  const { plannedRefresh } = plans
  const { startRefresh } = starts
  return {
    source,
    ...plans,
    ...starts,
    ...createAreaRefresh({ db, clock, plannedRefresh, startRefresh }),
    ...createSourceRemoval({ db, startRun }),
  }
}

export type CorpusAreas = ReturnType<typeof createCorpusAreas>
