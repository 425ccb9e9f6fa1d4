import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import IconMailCheck from '@tabler/icons-react/dist/esm/icons/IconMailCheck.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PAGE_SIZES } from '#contract/constants.ts'
import { type EmailVerification, verifications } from '#contract/email-verification.ts'
import { EMAIL_STATE_ORDER, emailWords } from '#web/lib/email-labels.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { EmailBadge } from '#web/ui/email-badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './email-verification-page.module.css'
import type { VerificationsQuery } from './verifications-query.ts'

interface VerificationsTableProps {
  query: VerificationsQuery
  onChange: (change: Partial<VerificationsQuery>) => void
}

const STATE_OPTIONS = [
  { value: '', label: 'All states' },
  ...EMAIL_STATE_ORDER.map((state) => ({ value: state, label: emailWords(state).word })),
]

const reasonOf = ({ reason_text, suggestion }: EmailVerification): string =>
  suggestion ? `${reason_text} Meant perhaps: ${suggestion}` : reason_text

const Badge = ({ row }: { row: EmailVerification }) => <EmailBadge email={row.email} state={row.state} />

const Checked = ({ row }: { row: EmailVerification }) =>
  row.checked_at ? <When at={row.checked_at} /> : <>Not yet</>

function Rows({ rows, stale }: { rows: readonly EmailVerification[]; stale: boolean }) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  if (narrow) {
    return (
      <ul className={classes.cards} aria-label="Checked addresses">
        {rows.map((row) => (
          <li key={row.email}>
            <span className={classes.line}>
              <span className={classes.address}>{row.email}</span>
              <Badge row={row} />
            </span>
            <span>{reasonOf(row)}</span>
            <span className={classes.quiet}>
              <Checked row={row} />
            </span>
          </li>
        ))}
      </ul>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it
    <section className={classes.frame} aria-label="Checked addresses" tabIndex={0}>
      <table className={classes.table} data-stale={stale || undefined}>
        <thead>
          <tr>
            {['Address', 'State', 'Reason', 'Mail provider', 'Checked'].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.email}>
              <th scope="row">{row.email}</th>
              <td>
                <Badge row={row} />
              </td>
              <td className={classes.reason} title={reasonOf(row)}>
                {reasonOf(row)}
              </td>
              <td>{row.mx?.provider ?? '–'}</td>
              <td>
                <Checked row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Checked addresses: of one run, or all of them; by state and by words. */
export function VerificationsTable({ query, onChange }: VerificationsTableProps) {
  const { run, state, search, page, limit } = query
  const found = useQuery({
    ...endpointQuery(verifications, {
      query: {
        page,
        limit,
        ...(run === null ? {} : { run_id: run }),
        ...(state === null ? {} : { state }),
        ...(search.trim() ? { search: search.trim() } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const narrowed = state !== null || search.trim() !== ''
  return (
    <>
      <search className={classes.toolbar}>
        <h2>{run === null ? 'Checked addresses' : 'Addresses of this check'}</h2>
        <SearchField
          className={classes.search}
          label="Search the addresses"
          value={search}
          onChange={(next) => onChange({ search: next, page: 1 })}
        />
        <NativeSelect
          size="xs"
          aria-label="State"
          data={STATE_OPTIONS}
          value={state ?? ''}
          onChange={(event) =>
            onChange({
              page: 1,
              state: EMAIL_STATE_ORDER.find((one) => one === event.currentTarget.value) ?? null,
            })
          }
        />
      </search>
      {found.isPending && <SkeletonRows rows={5} height={40} label="Loading the addresses" />}
      {found.isError && !found.data && (
        <LoadError what="The addresses" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data?.total === 0 && (
        <EmptyState
          icon={IconMailCheck}
          title={narrowed ? 'No address matches' : 'No address checked yet'}
          action={
            narrowed && (
              <Button variant="default" onClick={() => onChange({ search: '', state: null, page: 1 })}>
                Show all addresses
              </Button>
            )
          }
        >
          {!narrowed &&
            (run === null
              ? 'Type one above, or paste or upload many: results appear here.'
              : 'Addresses appear here as soon as they are checked.')}
        </EmptyState>
      )}
      {found.data && found.data.total > 0 && (
        <>
          <Rows rows={found.data.data} stale={found.isPlaceholderData} />
          <Pager page={page} limit={limit} sizes={PAGE_SIZES} total={found.data.total} onChange={onChange} />
        </>
      )}
    </>
  )
}
