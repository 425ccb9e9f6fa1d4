import { readFileSync } from 'node:fs'
import { readSentence } from '#server/modules/ai/ask/read-sentence.ts'
import { isExact, type TableRow } from '#server/testing/sentence-cases.ts'

const TABLE = new URL('../../server/testing/sentence-cases.json', import.meta.url)

/** How many sentences fill a search form exactly, without a model. */
export function measureSentences(): { sentences: number; exact: number } {
  const rows = JSON.parse(readFileSync(TABLE, 'utf8')) as TableRow[]
  return {
    sentences: rows.length,
    exact: rows.filter((row) => isExact(row, readSentence(row.sentence))).length,
  }
}
