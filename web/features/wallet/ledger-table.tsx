import { Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { PAGE_SIZES } from '#contract/constants.ts'
import type { Run } from '#contract/runs.ts'
import { formatNumber } from '#web/lib/format.ts'
import { type Column, DataTable, type Found } from '#web/ui/data-table.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { groupByRun, type LedgerEntry, type LedgerLine, runIdsOf } from './ledger-groups.ts'
import { moveWord, reasonWords } from './ledger-labels.ts'
import { useLedger, useRunsById } from './use-ledger.ts'

const OF_RUN: readonly Column<LedgerLine>[] = [
  { id: 'when', label: 'When', cell: (line) => <When at={line.created_at} /> },
  { id: 'movement', label: 'Movement', card: 'title', cell: moveWord },
  { id: 'for', label: 'For', cell: (line) => reasonWords(line.reason) },
  { id: 'credits', label: 'Credits', align: 'end', cell: (line) => formatNumber(line.amount) },
]

/** Every movement of one run, a page at a time. */
function RunLines({ runId, title }: { runId: number; title: string }) {
  const [shown, setShown] = useState<{ page: number; limit: number }>({ page: 1, limit: PAGE_SIZES[0] })
  const lines = useLedger({ ...shown, run_id: runId })
  const total = lines.data?.total ?? 0
  return (
    <>
      <DataTable
        label={`Movements of ${title}`}
        things="movements of the run"
        found={{ ...lines, rows: lines.data?.data, isStale: lines.isPlaceholderData }}
        columns={OF_RUN}
        rowKey={(line) => line.id}
        empty={null}
      />
      {total > PAGE_SIZES[0] && <Pager {...shown} sizes={PAGE_SIZES} total={total} onChange={setShown} />}
    </>
  )
}

/** A line of the table: a movement of its own, or a run with all of its movements. */
type Entry = { key: string; at: string } & (
  | { line: LedgerLine }
  | { run: Run | undefined; title: string; of: LedgerEntry & { kind: 'run' } }
)

const entryOf = (entry: LedgerEntry, runs: ReadonlyMap<number, Run>): Entry => {
  if (entry.kind === 'line')
    return { key: `line ${entry.line.id}`, at: entry.line.created_at, line: entry.line }
  const run = runs.get(entry.runId)
  const title = run?.title ?? `Run ${entry.runId}`
  return { key: `run ${entry.runId}`, at: entry.newest.created_at, run, title, of: entry }
}

function movement(entry: Entry): ReactNode {
  if ('line' in entry) return moveWord(entry.line)
  return entry.run ? <StateBadge state={entry.run.state} /> : <Skeleton height={10} width={56} />
}

function credits(entry: Entry): string {
  if ('line' in entry) return formatNumber(entry.line.amount)
  if (!entry.run) return '–'
  const { cost, reserved } = entry.run
  return reserved > 0 ? `${formatNumber(cost)} + ${formatNumber(reserved)} reserved` : formatNumber(cost)
}

const COLUMNS: readonly Column<Entry>[] = [
  { id: 'when', label: 'When', cell: (entry) => <When at={entry.at} /> },
  { id: 'movement', label: 'Movement', cell: movement },
  {
    id: 'for',
    label: 'For',
    card: 'title',
    wrap: '420px',
    cell: (entry) => ('line' in entry ? reasonWords(entry.line.reason) : entry.title),
  },
  {
    id: 'leads',
    label: 'Leads',
    align: 'end',
    cell: (entry) => ('line' in entry || !entry.run ? '–' : formatNumber(entry.run.counts.charged ?? 0)),
  },
  {
    id: 'by',
    label: 'By',
    cell: (entry) =>
      ('line' in entry ? entry.line.user : (entry.run?.created_by ?? entry.of.newest.user)) ?? '–',
  },
  { id: 'credits', label: 'Credits', align: 'end', cell: credits },
]

interface LedgerTableProps {
  found: Omit<Found<LedgerLine>, 'rows'>
  lines: readonly LedgerLine[] | undefined
  empty: ReactNode
}

/** A page of movements: one line for each run, which opens to its own; whatever belongs to no run stands by itself. */
export function LedgerTable({ found, lines, empty }: LedgerTableProps) {
  const entries = lines && groupByRun(lines)
  const runs = useRunsById(entries ? runIdsOf(entries) : [])
  return (
    <DataTable
      label="Movements"
      found={{ ...found, rows: entries?.map((entry) => entryOf(entry, runs)) }}
      columns={COLUMNS}
      rowKey={({ key }) => key}
      inside={(entry) => ('line' in entry ? null : <RunLines runId={entry.of.runId} title={entry.title} />)}
      empty={empty}
    />
  )
}
