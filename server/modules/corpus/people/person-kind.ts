import type { Db } from '#server/platform/db/db.ts'
import type { RawRow } from '../formats/place-format.ts'
import { analysePeople, refreshPeople, storePeople } from './people-store.ts'
import { type PersonInput, toPerson } from './person-record.ts'

/** People as records of an import: how a row is read, and where records go. */
export const peopleKind = {
  id: 'people',
  read(
    row: RawRow,
    { country }: { country?: string },
  ): { ok: true; record: PersonInput } | { ok: false; reason: string } {
    const result = toPerson(row, country ? { country } : {})
    return result.ok ? { ok: true, record: result.person } : result
  },
  store: storePeople,
  /** After the last record: figures of the source, and of the planner when there were many. */
  async settle(db: Db, sourceId: number, isMany: boolean): Promise<void> {
    if (isMany) await analysePeople(db)
    await refreshPeople(db, sourceId)
  },
} as const
