import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '#server/platform/db/db.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { upsertSource } from '../corpus-store.ts'
import { toPlace } from '../place-record.ts'
import { storePlaces } from '../store-places.ts'
import { LABELLED_PAIRS, type LabelledPair, type LabelledRow } from './labelled-pairs.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

/** Pairs stand far from each other: each its own way to the east, which leaves its own distances as they are. */
const DEGREES_APART = 0.3

function apart(row: LabelledRow, index: number): LabelledRow {
  if (row.lon === undefined) return row
  const lon = Number(row.lon) + index * DEGREES_APART
  return { ...row, lon: String(lon > 180 ? lon - 360 : lon) }
}

async function bring(sourceName: string, rows: readonly LabelledRow[]): Promise<Map<string, string>> {
  const { db } = t.app.database
  const places = rows.map((row, index) => {
    const outcome = toPlace({ ...apart(row, index), id: String(index) })
    if (!outcome.ok) throw new Error(`${row.name}: ${outcome.reason}`)
    return outcome.place
  })
  const sourceId = await transaction(db, async () => {
    const id = await upsertSource(db, sourceName, 'CC0')
    await storePlaces(db, { sourceId: id, sourceName, licence: 'CC0', runId: 0, places })
    return id
  })
  const stored = await db
    .selectFrom('corpus_place')
    .select(['source_key', 'entity_key'])
    .where('source_id', '=', sourceId)
    .execute()
  return new Map(stored.map((row) => [row.source_key, row.entity_key]))
}

const told = ({ kind, left, right }: LabelledPair) => `${kind}: ${left.name} | ${right.name}`

it('finds the twins among 200 labelled pairs, and few that are none', async () => {
  expect(LABELLED_PAIRS).toHaveLength(200)
  const first = await bring(
    'one',
    LABELLED_PAIRS.map(({ left }) => left),
  )
  const second = await bring(
    'two',
    LABELLED_PAIRS.map(({ right }) => right),
  )
  const isLinked = (_: unknown, index: number) => first.get(String(index)) === second.get(String(index))
  const linked = LABELLED_PAIRS.filter(isLinked)
  const missed = LABELLED_PAIRS.filter((pair, index) => pair.same && !isLinked(pair, index))
  const wrong = linked.filter(({ same }) => !same)
  const precision = (linked.length - wrong.length) / linked.length
  const recall = 1 - missed.length / LABELLED_PAIRS.filter(({ same }) => same).length
  const figures = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`
  const message = [figures, 'Linked, but two:', ...wrong.map(told), 'Missed:', ...missed.map(told)].join('\n')
  expect(precision, message).toBeGreaterThanOrEqual(0.98)
  expect(recall, message).toBeGreaterThanOrEqual(0.9)
})
