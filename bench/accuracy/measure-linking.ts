import { readFileSync } from 'node:fs'
import { ended, startedImport } from '#server/testing/http-call.ts'
import { openData } from '#server/testing/open-data.ts'
import { type BenchApp, buildBenchApp } from '../bench-app.ts'
import { addScore, emptyHalves, type Halves } from './score.ts'
import { isForTuning } from './shared-data.ts'

/** Which business each record of a source belongs to, by its key. */
async function importPlaces(bench: BenchApp, source: string, file: string): Promise<Map<string, string>> {
  const { body, status, error } = await startedImport(bench.program.url, bench.admin, readFileSync(file), {
    source,
  })
  if (status >= 300) throw new Error(JSON.stringify(error))
  await ended(bench.call, body.data.id, bench.admin, 600_000)
  const { rows } = await bench.database.query(
    'select p.source_key, p.entity_key from corpus_place p join corpus_source s on s.id = p.source_id where s.name = $1',
    [source],
  )
  return new Map(rows.map((row) => [row.source_key, row.entity_key]))
}

/**
 * How well records of one business from two sources are linked, compared with pairs labelled by others, which have no
 * coordinates. Null without the shared data.
 */
export async function measureLinking(): Promise<{ pairs: number; halves: Halves } | null> {
  const [one, two, labels] = ['one.csv', 'two.csv', 'pairs.csv'].map((name) =>
    openData(`place-pairs/${name}`),
  )
  if (!one || !two || !labels) return null
  const bench = await buildBenchApp()
  try {
    const first = await importPlaces(bench, 'one', one)
    const second = await importPlaces(bench, 'two', two)
    const halves = emptyHalves()
    const pairs = readFileSync(labels, 'utf8').trim().split(/\r?\n/).slice(1)
    for (const pair of pairs) {
      const [left = '', right = '', same] = pair.split(',')
      const key = first.get(left)
      const isLinked = key !== undefined && key === second.get(right)
      const isSame = same === '1'
      const score = { true: Number(isSame), claimed: Number(isLinked), right: Number(isLinked && isSame) }
      addScore(halves, score, isForTuning(left))
    }
    return { pairs: pairs.length, halves }
  } finally {
    await bench.close()
  }
}
