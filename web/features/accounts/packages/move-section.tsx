import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  moveCustomers,
  type PackageDetail,
  type PlanDifference,
  previewMove,
  undoMove,
} from '#contract/accounts/plans.ts'
import { moduleLabel } from '#web/lib/account-labels.ts'
import { call } from '#web/lib/api.ts'
import { formatCount, formatDay, formatMinor, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Part } from '#web/ui/part.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const PREVIEW = 50
const amount = (minor: number, currency: string | null) =>
  minor > 0 && currency ? formatMinor(minor, currency) : 'Free'
const change = (from: string, to: string) => (from === to ? to : `${from} → ${to}`)

const STAYS = {
  paykickstart: 'Stays: change the price at PayKickstart',
  period: 'Stays: pays for another period',
} as const

const COLUMNS: readonly Column<PlanDifference>[] = [
  { id: 'customer', label: 'Customer', card: 'title', wrap: '180px', cell: (row) => row.account },
  {
    id: 'modules',
    label: 'Modules',
    wrap: '200px',
    cell: ({ modules_gained: gained, modules_lost: lost }) =>
      [gained.length && `Gains ${moduleLabel(gained)}`, lost.length && `Loses ${moduleLabel(lost)}`]
        .filter(Boolean)
        .join('. ') || 'Same',
  },
  {
    id: 'price',
    label: 'Price',
    cell: ({ price_minor: price, currency }) =>
      change(amount(price.from, currency.from), amount(price.to, currency.to)),
  },
  {
    id: 'credits',
    label: 'Credits',
    cell: ({ credits }) => change(formatNumber(credits.from), formatNumber(credits.to)),
  },
  {
    id: 'seats',
    label: 'Seats',
    cell: ({ seats, seats_missing }) =>
      seats === null
        ? 'Unlimited'
        : `${formatNumber(seats)}${seats_missing > 0 ? ` (${formatCount(seats_missing, 'member')} too many)` : ''}`,
  },
  {
    id: 'date',
    label: 'Effective',
    cell: ({ applies_at, stays_because: why }) => (why ? STAYS[why] : formatDay(applies_at)),
  },
]

/** Customers on older versions: their changes, moving them, and undoing that. */
export function MoveSection({ detail }: { detail: PackageDetail }) {
  const { confirm, dialog } = useDialog()
  const params = { id: detail.id }
  const isSold = detail.versions.some(({ state }) => state === 'published') && !detail.archived
  const found = useEndpoint(previewMove, { params, query: { limit: PREVIEW } }, { enabled: isSold })
  const undo = useMutation({
    mutationFn: (moveId: number) => call(undoMove, { params: { ...params, moveId } }),
  })
  const total = found.data?.total ?? 0
  if (!isSold || total === 0) return null
  const move = () =>
    confirm({
      title: 'Move customers',
      confirmLabel: 'Move customers',
      onConfirm: () => call(moveCustomers, { params, quiet: 'errors' }),
      children: `${formatCount(total, 'customer')} on older versions will change to the published one when their next period starts, except those that stay. Card payments follow: the next invoice has the new price. You can undo this until then. Members above the new seat limit stay, but no one can be invited.`,
    })
  return (
    <Part title="Customers on older versions">
      <DataTable
        label="Changes for customers"
        found={{ ...found, rows: found.data?.data }}
        columns={COLUMNS}
        rowKey={(row) => row.account_id}
      />
      {total > PREVIEW && <p>{`The first ${PREVIEW} of ${formatNumber(total)} are shown.`}</p>}
      {detail.move ? (
        <p>
          {`${formatCount(detail.move.customers, 'customer')} will move to version ${detail.move.version}, the first on ${formatDay(detail.move.first_at)}. `}
          <Button
            size="compact-sm"
            variant="default"
            loading={undo.isPending}
            onClick={() => detail.move && undo.mutate(detail.move.id)}
          >
            Undo move
          </Button>
        </p>
      ) : (
        <Button variant="default" onClick={move} style={{ alignSelf: 'flex-start' }}>
          Move customers
        </Button>
      )}
      {dialog}
    </Part>
  )
}
