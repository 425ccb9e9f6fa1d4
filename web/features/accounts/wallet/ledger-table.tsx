import { type ReactNode, useState } from 'react'
import type { LedgerLine, StatementLine } from '#contract/accounts/wallet.ts'
import { PAGE_SIZES } from '#contract/core/constants.ts'
import { formatNumber } from '#web/lib/format.ts'
import { moveLabel, reasonLabel } from '#web/lib/ledger-labels.ts'
import { runBadge } from '#web/lib/run-facts.ts'
import { type Column, DataTable, type Found } from '#web/ui/data-table.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { useLedger } from './use-ledger.ts'

const OF_RUN: readonly Column<LedgerLine>[] = [
  { id: 'when', label: 'When', cell: (line) => <When at={line.created_at} /> },
  { id: 'movement', label: 'Transaction', card: 'title', cell: moveLabel },
  { id: 'lead', label: 'Lead', wrap: '320px', cell: (line) => line.lead ?? '–' },
  { id: 'for', label: 'For', cell: (line) => reasonLabel(line.reason) },
  { id: 'credits', label: 'Credits', align: 'end', cell: (line) => formatNumber(line.amount) },
]

/** Every transaction of one run, a page at a time. */
function RunLines({ runId, title }: { runId: number; title: string }) {
  const [shown, setShown] = useState<{ page: number; limit: number }>({ page: 1, limit: PAGE_SIZES[0] })
  const lines = useLedger({ ...shown, run_id: runId })
  const total = lines.data?.total ?? 0
  return (
    <>
      <DataTable
        label={`Transactions of ${title}`}
        things="transactions of the run"
        found={{ ...lines, rows: lines.data?.data, isStale: lines.isPlaceholderData }}
        columns={OF_RUN}
        rowKey={(line) => line.id}
      />
      {total > PAGE_SIZES[0] && <Pager {...shown} sizes={PAGE_SIZES} total={total} onChange={setShown} />}
    </>
  )
}

const formatTitle = ({ run, line }: StatementLine): string =>
  run?.title ?? (line ? reasonLabel(line.reason) : 'Run')

function movement({ run, line }: StatementLine): ReactNode {
  if (run) return <StateBadge {...runBadge(run)} />
  return line ? moveLabel(line) : '–'
}

function credits({ run, line, spent }: StatementLine): string {
  if (line) return formatNumber(line.amount)
  const held = run?.reserved ?? 0
  return held > 0 ? `${formatNumber(spent)} + ${formatNumber(held)} reserved` : formatNumber(spent)
}

const COLUMNS: readonly Column<StatementLine>[] = [
  { id: 'when', label: 'When', cell: ({ at }) => <When at={at} /> },
  { id: 'movement', label: 'Transaction', cell: movement },
  { id: 'for', label: 'For', card: 'title', wrap: '420px', cell: formatTitle },
  {
    id: 'leads',
    label: 'Leads',
    align: 'end',
    cell: ({ run }) => (run ? formatNumber(run.counts.charged ?? 0) : '–'),
  },
  { id: 'by', label: 'By', cell: ({ run, line }) => run?.created_by ?? line?.user ?? '–' },
  { id: 'credits', label: 'Credits', align: 'end', cell: credits },
]

interface LedgerTableProps {
  found: Found<StatementLine>
  empty: ReactNode
}

/** A page of the statement: one line for each run, which expands to its transactions, and the others individually. */
export function LedgerTable({ found, empty }: LedgerTableProps) {
  return (
    <DataTable
      label="Transactions"
      found={found}
      columns={COLUMNS}
      rowKey={({ run, line }) => (run ? `run ${run.id}` : `line ${line?.id}`)}
      inside={(entry) => entry.run && <RunLines runId={entry.run.id} title={formatTitle(entry)} />}
      empty={empty}
    />
  )
}
