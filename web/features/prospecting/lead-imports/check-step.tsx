import { Box, Button, Checkbox, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import type { CellProblem, checkLeadFile } from '#contract/prospecting/lead-imports.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import plain from '#web/ui/plain-table.module.css'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import classes from './lead-import.module.css'
import type { LeadImport } from './use-lead-import.ts'

type Check = Reply<typeof checkLeadFile>['data']
const SIZES = [20, 50, 100]

const makeKey = ({ row, column }: CellProblem): string => `${row} ${column}`

/** Summary of the whole file. */
function checkLabel({ rows, ready, problem_cells, rejected }: Check): string {
  const parts = [`${formatNumber(ready)} of ${formatCount(rows, 'row')} can be imported`]
  if (rejected > 0) parts.push(`${formatNumber(rejected)} left out`)
  if (problem_cells > 0) parts.push(`${formatCount(problem_cells, 'cell')} can’t be read`)
  return parts.join(' · ')
}

/** An unreadable cell: enter another value, or skip its row. */
function ProblemRow({ state, problem }: { state: LeadImport; problem: CellProblem }) {
  const { corrections, setCorrections } = state
  const { fixes, dropped } = corrections
  const { row, column, value } = problem
  const isDropped = dropped.has(row)
  const where = `row ${row}, ${column}`
  const fix = (next: string) => {
    const changed = new Map(fixes)
    if (next === value) changed.delete(makeKey(problem))
    else changed.set(makeKey(problem), { row, column, value: next })
    setCorrections({ ...corrections, fixes: changed })
  }
  const drop = (isOut: boolean) => {
    const changed = new Set(dropped)
    if (isOut) changed.add(row)
    else changed.delete(row)
    setCorrections({ ...corrections, dropped: changed })
  }
  return (
    <tr data-dropped={isDropped || undefined}>
      <Box component="td" style={{ whiteSpace: 'nowrap' }}>{`Row ${formatNumber(row)}`}</Box>
      <th scope="row">{column}</th>
      <Box component="td" miw={200}>
        <TextInput
          aria-label={`Value of ${where}`}
          value={fixes.get(makeKey(problem))?.value ?? value}
          disabled={isDropped}
          maxLength={2000}
          onChange={(event) => fix(event.currentTarget.value)}
        />
      </Box>
      <Box component="td" c="var(--app-danger)">
        {problem.problem}
      </Box>
      <td>
        <Checkbox
          label="Leave row out"
          aria-label={`Leave row ${row} out, because of ${column}`}
          checked={isDropped}
          onChange={(event) => drop(event.currentTarget.checked)}
        />
      </td>
    </tr>
  )
}

function Problems({ state, check }: { state: LeadImport; check: Check }) {
  const [paging, setPaging] = useState({ page: 1, limit: 20 })
  const { problems, problem_cells } = check
  const { corrections, setCorrections } = state
  const first = (paging.page - 1) * paging.limit
  const more = problem_cells - problems.length
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className={classes.table} aria-label="Cells that can’t be read" tabIndex={0}>
        <table className={plain.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">Value</th>
              <th scope="col">Problem</th>
              <th scope="col">Leave out</th>
            </tr>
          </thead>
          <tbody>
            {problems.slice(first, first + paging.limit).map((problem) => (
              <ProblemRow key={makeKey(problem)} state={state} problem={problem} />
            ))}
          </tbody>
        </table>
      </section>
      {problems.length > SIZES[0]! && (
        <Pager {...paging} sizes={SIZES} total={problems.length} onChange={setPaging} />
      )}
      {more > 0 && (
        <Text
          c="dimmed"
          className="numeric"
        >{`The first ${formatNumber(problems.length)} are shown, ${formatNumber(more)} more are not.`}</Text>
      )}
      <div className={classes.row}>
        <div>
          <Text component="span" display="block" mb={4} fz="sm" fw={500} id="rest">
            Cells that still can’t be read
          </Text>
          <SegmentedControl
            size="xs"
            aria-labelledby="rest"
            data={[
              { value: 'empty', label: 'Import without these values (phones stay as they are)' },
              { value: 'drop', label: 'Leave the row out' },
            ]}
            value={corrections.rest}
            onChange={(rest) => setCorrections({ ...corrections, rest: rest as 'empty' | 'drop' })}
          />
        </div>
        <Button
          variant="default"
          disabled={corrections.fixes.size + corrections.dropped.size === 0}
          loading={state.check.isFetching}
          onClick={state.checkAgain}
        >
          Check again
        </Button>
      </div>
    </>
  )
}

/** Asks for the country that makes the phone numbers readable. */
function NeedCountry({ state, count }: { state: LeadImport; count: number }) {
  const [country, setCountry] = useState(state.country)
  return (
    <Notice tone="warning">
      {`${formatCount(count, 'phone number needs', 'phone numbers need')} a country. Without one, the numbers are imported unchanged.`}
      <div className={classes.row}>
        <TextInput
          label="Country of phone numbers without one"
          placeholder="e.g. Germany"
          maxLength={100}
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
        <Button
          size="sm"
          variant="default"
          disabled={country.trim() === ''}
          onClick={() => state.setCountry(country)}
        >
          Read them again
        </Button>
      </div>
    </Notice>
  )
}

/** Rows that say the person has opted out: they are left out, on request for good. */
function OptedOut({ state, count }: { state: LeadImport; count: number }) {
  return (
    <Notice tone="warning">
      {`${formatCount(count, 'row')} of the file say that the person has opted out. They are left out.`}
      <Checkbox
        mt="xs"
        label="Also put these people on the suppression list"
        checked={state.optedOut === 'suppress'}
        onChange={(event) => state.setOptedOut(event.currentTarget.checked ? 'suppress' : 'skip')}
      />
    </Notice>
  )
}

/** Asks for the order of dates that the file doesn’t show. */
function DateOrder({ state }: { state: LeadImport }) {
  return (
    <Notice tone="warning">
      {`The dates in ${state.openDates.join(', ')} don’t show whether the day or the month comes first.`}
      <SegmentedControl
        mt="xs"
        size="xs"
        aria-label="Order of dates"
        data={[
          { value: '', label: 'Leave them out' },
          { value: 'dmy', label: 'Day first: 31/12' },
          { value: 'mdy', label: 'Month first: 12/31' },
        ]}
        value={state.dateOrder}
        onChange={(order) => state.setDateOrder(order as typeof state.dateOrder)}
      />
    </Notice>
  )
}

/** Lists unreadable cells for correction before the import. */
export function CheckStep({ state }: { state: LeadImport }) {
  const { check } = state
  if (check.isPending) return <SkeletonRows rows={4} label="Checking every row" />
  if (check.isError) {
    return <LoadError what="The rows" query={check} />
  }
  const found = check.data.data
  return (
    <>
      <Text c="dimmed" className="numeric" role="status">
        {checkLabel(found)}
      </Text>
      {found.rows === 0 && (
        <Notice tone="warning">The file has a header but no rows. Choose another file.</Notice>
      )}
      {found.reasons.length > 0 && (
        <details>
          <summary>Rows that are left out, and why</summary>
          <Box
            component="ul"
            mah={240}
            mt="xs"
            ps={20}
            c="dimmed"
            style={{ overflow: 'auto', listStyle: 'disc' }}
          >
            {found.reasons.map(({ row, reason }) => (
              <li key={row}>{`Row ${formatNumber(row)}: ${reason}`}</li>
            ))}
          </Box>
        </details>
      )}
      {found.opted_out > 0 && <OptedOut state={state} count={found.opted_out} />}
      {state.openDates.length > 0 && <DateOrder state={state} />}
      {found.not_imported.length > 0 && (
        <Text c="dimmed">{`Columns not imported: ${found.not_imported.join(', ')}`}</Text>
      )}
      {found.need_country > 0 && <NeedCountry state={state} count={found.need_country} />}
      {found.problem_cells > 0 && <Problems state={state} check={found} />}
    </>
  )
}
