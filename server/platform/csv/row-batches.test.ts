import { expect, it } from 'vitest'
import { type CsvPosition, readCsvBatches } from './read-csv.ts'
import { type RowBatch, rowBatches } from './row-batches.ts'

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
const batchesOf = async (
  text: string,
  size: number,
  start: CsvPosition | null = null,
): Promise<RowBatch[]> => {
  const rest = start ? Buffer.from(text).subarray(start.offset).toString() : text
  const events = readCsvBatches(bytes(rest), start ? { startAt: start } : {})
  const batches: RowBatch[] = []
  for await (const batch of rowBatches(events, size, start)) batches.push(batch)
  return batches
}
const TEXT = 'a,b\n1,x\n2,y\nbad\n3,z\n4,w\n'

it('cuts a file into batches that count unreadable rows', async () => {
  const batches = await batchesOf(TEXT, 2)
  expect(batches.map(({ rows, unreadable, first }) => [rows, unreadable, first])).toEqual([
    [
      [
        ['1', 'x'],
        ['2', 'y'],
      ],
      0,
      true,
    ],
    [[['3', 'z']], 1, false],
    [[['4', 'w']], 0, false],
  ])
})

it('reading rows in batches continues exactly after any batch', async () => {
  const batches = await batchesOf(TEXT, 2)
  for (const [index, { position }] of batches.entries())
    expect(await batchesOf(TEXT, 2, position)).toEqual(batches.slice(index + 1))
})

it('returns one empty batch for a file without rows', async () => {
  expect(await batchesOf('only@header.example\n', 10)).toMatchObject([
    { columns: ['only@header.example'], rows: [], first: true },
  ])
})
