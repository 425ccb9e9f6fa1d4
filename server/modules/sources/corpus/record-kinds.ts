import type { corpusImportRun } from '#contract/activity/run-kinds/corpus-import.ts'
import type { RunInput } from '#contract/activity/run-kinds/define.ts'
import type { ImportKind } from '#contract/sources/import-kinds.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { RawPlace, RawRow } from './formats/place-format.ts'
import { storePeople } from './people/people-store.ts'
import { toPerson } from './people/person-record.ts'
import { toPlace } from './place-record.ts'
import { storePlaces } from './store-places.ts'

type ImportInput = RunInput<typeof corpusImportRun>

export type RowDefaults = Pick<ImportInput, 'category' | 'country'>

export interface BatchPlace {
  sourceId: number
  sourceName: string
  licence: string
  runId: number
  /** The date of the data. */
  asOf: Date
}

interface Stored {
  imported: number
  updated: number
  /** Updated ones without changes. */
  unchanged: number
  /** Places whose category is stated, and unknown. */
  unknownCategory?: number
}

/** A kind of record that an import creates: how rows are parsed, and how records are stored. */
export interface RecordKind<Row extends object, Parsed> {
  read(row: Row, defaults: RowDefaults): { ok: true; record: Parsed } | { ok: false; reason: string }
  /** Writes records in the open transaction. */
  store(db: Db, place: BatchPlace, records: Parsed[]): Promise<Stored>
}

/** Declares a kind; the shape of its records stays private. */
const defineKind = <Row extends object, Parsed>(kind: RecordKind<Row, Parsed>): RecordKind<Row, unknown> =>
  kind as RecordKind<Row, unknown>

const readPlace = (row: RawPlace, { category, country }: RowDefaults) => {
  const result = toPlace(row, { ...(category && { category }), ...(country && { country }) })
  return result.ok ? { ok: true as const, record: result.place } : result
}

export const PLACES = defineKind({
  read: readPlace,
  store: (db, place, places) => storePlaces(db, { ...place, places }),
})

/** Places of a file, whose categories are in anyone’s words: the unknown ones are counted. */
const PLACES_OF_FILE = defineKind({
  read: readPlace,
  async store(db, place, places) {
    const unknownCategory = places.filter(({ category, categoryRaw }) => !category && categoryRaw).length
    return { ...(await storePlaces(db, { ...place, places })), unknownCategory }
  },
})

const PEOPLE = defineKind({
  read(row: RawRow, { country }) {
    const result = toPerson(row, country ? { country } : {})
    return result.ok ? { ok: true, record: result.person } : result
  },
  store: (db, place, records) => storePeople(db, { ...place, records }),
})

/** By an import's input. */
export const KIND_OF: Record<ImportKind, RecordKind<object, unknown>> = {
  places: PLACES_OF_FILE,
  people: PEOPLE,
}
