import { expect, test } from 'vitest'
import { groupByRun, type LedgerLine, runIdsOf } from './ledger-groups.ts'

const line = (id: number, run_id: number | null): LedgerLine => ({
  id,
  run_id,
  debit: 'reserved',
  credit: 'spent',
  amount: 1,
  reason: 'local_contact',
  lead_id: null,
  user: null,
  created_at: '2026-01-01T00:00:00.000Z',
})

test('the lines of a run become one entry at the place of the newest, also when runs overlap', () => {
  const entries = groupByRun([line(9, 2), line(8, 1), line(7, 2), line(6, null), line(5, 1), line(4, null)])
  expect(
    entries.map((entry) => (entry.kind === 'run' ? entry.lines.map(({ id }) => id) : entry.line.id)),
  ).toEqual([[9, 7], [8, 5], 6, 4])
  expect(runIdsOf(entries)).toEqual([2, 1])
  expect(entries[0]).toMatchObject({ runId: 2, newest: { id: 9 } })
})

test('no line is lost', () => {
  const lines = Array.from({ length: 50 }, (_, n) => line(50 - n, n % 3 === 0 ? null : n % 7))
  const counted = groupByRun(lines).flatMap((entry) => (entry.kind === 'run' ? entry.lines : [entry.line]))
  expect(counted.map(({ id }) => id).sort((a, b) => b - a)).toEqual(lines.map(({ id }) => id))
})
