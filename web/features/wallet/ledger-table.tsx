import { Skeleton, Table, UnstyledButton } from '@mantine/core'
import IconChevron from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useId, useState } from 'react'
import { PAGE_SIZES } from '#contract/constants.ts'
import type { Run } from '#contract/runs.ts'
import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { groupByRun, type LedgerEntry, type LedgerLine, runIdsOf } from './ledger-groups.ts'
import { moveWord, reasonWords } from './ledger-labels.ts'
import { useLedger, useRunsById } from './use-ledger.ts'
import classes from './wallet-page.module.css'

const COLUMNS = 6

function LineRow({ line }: { line: LedgerLine }) {
  return (
    <Table.Tr>
      <Table.Td className={classes.quiet}>
        <When at={line.created_at} />
      </Table.Td>
      <Table.Td>{moveWord(line)}</Table.Td>
      <Table.Td>{reasonWords(line.reason)}</Table.Td>
      <Table.Td className={classes.quiet} ta="right">
        –
      </Table.Td>
      <Table.Td className={classes.quiet}>{line.user ?? '–'}</Table.Td>
      <Table.Td ta="right">{formatNumber(line.amount)}</Table.Td>
    </Table.Tr>
  )
}

/** Every movement of one run, a page at a time. */
function RunLines({ runId, title }: { runId: number; title: string }) {
  const [shown, setShown] = useState<{ page: number; limit: number }>({ page: 1, limit: PAGE_SIZES[0] })
  const lines = useLedger({ ...shown, run_id: runId })
  if (lines.isPending) return <SkeletonRows rows={3} height={32} label="Loading the movements of the run" />
  if (lines.isError) {
    return (
      <LoadError what="The movements of the run" error={lines.error} onRetry={() => void lines.refetch()} />
    )
  }
  const { data, total } = lines.data
  return (
    <>
      <Table verticalSpacing={4} horizontalSpacing="md" aria-label={`Movements of ${title}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Movement</Table.Th>
            <Table.Th>For</Table.Th>
            <Table.Th ta="right">Credits</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td className={classes.quiet}>
                <When at={line.created_at} />
              </Table.Td>
              <Table.Td>{moveWord(line)}</Table.Td>
              <Table.Td>{reasonWords(line.reason)}</Table.Td>
              <Table.Td ta="right">{formatNumber(line.amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {total > PAGE_SIZES[0] && <Pager {...shown} sizes={PAGE_SIZES} total={total} onChange={setShown} />}
    </>
  )
}

function RunRow({ entry, run }: { entry: LedgerEntry & { kind: 'run' }; run: Run | undefined }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const title = run?.title ?? `Run ${entry.runId}`
  return (
    <>
      <Table.Tr>
        <Table.Td className={classes.quiet}>
          <When at={entry.newest.created_at} />
        </Table.Td>
        <Table.Td>{run ? <StateBadge state={run.state} /> : <Skeleton height={10} width={56} />}</Table.Td>
        <Table.Td className={classes.titleCell}>
          <UnstyledButton
            className={classes.fold}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <IconChevron size={14} stroke={1.75} aria-hidden data-open={open || undefined} />
            <span className={classes.title}>{title}</span>
          </UnstyledButton>
        </Table.Td>
        <Table.Td ta="right">{run ? formatNumber(run.counts.charged ?? 0) : '–'}</Table.Td>
        <Table.Td className={classes.quiet}>{run?.created_by ?? entry.newest.user ?? '–'}</Table.Td>
        <Table.Td ta="right">
          {run ? formatNumber(run.cost) : '–'}
          {run !== undefined && run.reserved > 0 && (
            <span className={classes.quiet}>{` + ${formatNumber(run.reserved)} reserved`}</span>
          )}
        </Table.Td>
      </Table.Tr>
      {open && (
        <Table.Tr id={id}>
          <Table.Td colSpan={COLUMNS} className={classes.inside}>
            <RunLines runId={entry.runId} title={title} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

/** A page of movements: one line for each run, which opens to its own; whatever belongs to no run stands by itself. */
export function LedgerTable({ lines }: { lines: readonly LedgerLine[] }) {
  const entries = groupByRun(lines)
  const runs = useRunsById(runIdsOf(entries))
  return (
    // A table wider than the screen scrolls here, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable
    <section className={classes.scroll} aria-label="Movements" tabIndex={0}>
      <Table verticalSpacing={7} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Movement</Table.Th>
            <Table.Th>For</Table.Th>
            <Table.Th ta="right">Leads</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th ta="right">Credits</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) =>
            entry.kind === 'run' ? (
              <RunRow key={`run ${entry.runId}`} entry={entry} run={runs.get(entry.runId)} />
            ) : (
              <LineRow key={entry.line.id} line={entry.line} />
            ),
          )}
        </Table.Tbody>
      </Table>
    </section>
  )
}
