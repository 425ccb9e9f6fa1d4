import { Anchor, Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  type accountPayments,
  cancelPlan,
  endAddOn,
  type Invoice,
  openPortal,
} from '#contract/accounts/payments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { formatCredits, formatDay, formatMinor } from '#web/lib/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { addOnLabel, INVOICE_LOOKS, methodLabel, VENDOR_LABELS } from './payment-labels.ts'

export type AccountPayments = Reply<typeof accountPayments>['data']

const COLUMNS: readonly Column<Invoice>[] = [
  { id: 'date', label: 'Date', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'number', label: 'Invoice', card: 'title', cell: ({ number }) => number ?? '–' },
  {
    id: 'total',
    label: 'Total',
    align: 'end',
    cell: ({ total_minor, currency }) => formatMinor(total_minor, currency.toUpperCase()),
  },
  { id: 'state', label: 'State', cell: ({ state }) => <StateBadge {...INVOICE_LOOKS[state]} /> },
  {
    id: 'links',
    label: 'Links',
    cell: ({ url, pdf, state }) => (
      <Group gap="xs">
        {url && (
          <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit>
            {state === 'open' ? 'Pay' : 'View'}
          </Anchor>
        )}
        {pdf && (
          <Anchor href={pdf} target="_blank" rel="noopener noreferrer" inherit>
            PDF
          </Anchor>
        )}
      </Group>
    ),
  },
]

/** Opens the vendor’s portal, whose address expires soon. */
export function OpenPortalButton({ label = 'Open billing portal' }: { label?: string }) {
  const open = useMutation({
    mutationFn: () => call(openPortal),
    onSuccess: ({ data }) => window.location.assign(data.url),
  })
  return (
    <Button variant="default" loading={open.isPending} onClick={() => open.mutate()}>
      {label}
    </Button>
  )
}

function CancelButton({ payments }: { payments: AccountPayments }) {
  const { confirm, dialog } = useDialog()
  const undo = useMutation({ mutationFn: () => call(cancelPlan, { body: { undo: true } }) })
  const { cancel_at: cancelAt, period_end: end } = payments
  if (cancelAt !== null)
    return (
      <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
        Keep package
      </Button>
    )
  const cancel = () =>
    confirm({
      title: 'Cancel package?',
      confirmLabel: 'Cancel package',
      danger: true,
      onConfirm: () => call(cancelPlan, { body: {}, quiet: 'errors' }),
      children: `You keep access until ${end ? formatDay(end) : 'the end of the period'} and aren’t charged again. Your data and top-up credits are kept.`,
    })
  return (
    <>
      <Button variant="subtle" color="red" onClick={cancel}>
        Cancel package
      </Button>
      {dialog}
    </>
  )
}

type AddOn = AccountPayments['add_ons'][number]

/** An add-on that is charged with the package, and its end. */
function AddOnLine({ addOn }: { addOn: AddOn }) {
  const { confirm, dialog } = useDialog()
  const end = () =>
    confirm({
      title: `End ${addOn.name}?`,
      confirmLabel: 'End add-on',
      danger: true,
      onConfirm: () => call(endAddOn, { params: { id: addOn.id }, quiet: 'errors' }),
      children: `You aren’t charged for it again, which would be on ${formatDay(addOn.renews_at)}. You keep the credits you have.`,
    })
  return (
    <Group gap="xs">
      <span>{addOnLabel(addOn, addOn)}</span>
      <Button variant="subtle" color="red" aria-label={`End ${addOn.name}`} onClick={end}>
        End
      </Button>
      {dialog}
    </Group>
  )
}

/** When the package renews or ends, in one sentence. */
function nextLine({ cancel_at: cancelAt, period_end: end, pays }: AccountPayments): string | null {
  if (cancelAt) return `Your package ends on ${formatDay(cancelAt)}.`
  return pays && end ? `Your package renews on ${formatDay(end)}.` : null
}

interface DetailsProps {
  payments: AccountPayments
  /** Address of PayKickstart’s portal; null if the seller has none. */
  portal: string | null
}

/** How the account pays: payment method, invoices, and changes. */
export function PaymentDetails({ payments, portal }: DetailsProps) {
  const { vendor, method, invoices, pay_url: payUrl, pays, owed_credits: owed, recharge } = payments
  const next = nextLine(payments)
  return (
    <>
      {payUrl && (
        <Notice tone="danger" title="A payment is due">
          <Anchor href={payUrl} inherit underline="always">
            Pay now
          </Anchor>
        </Notice>
      )}
      {recharge?.suspended && (
        <Notice tone="warning" title="Automatic recharge is paused">
          {recharge.problem ?? 'Your card was declined. Update it to continue.'}
        </Notice>
      )}
      {next && <p>{next}</p>}
      {payments.add_ons.length > 0 && (
        <div>
          <p>Add-ons, charged with your package:</p>
          {payments.add_ons.map((addOn) => (
            <AddOnLine key={addOn.id} addOn={addOn} />
          ))}
        </div>
      )}
      {method && <p>{`Payment method: ${methodLabel(method)}.`}</p>}
      {owed > 0 && (
        <p>{`${formatCredits(owed)} will be taken from your next purchase, because of a refund.`}</p>
      )}
      {portal && (
        <p>{`Invoices and payment method are in ${VENDOR_LABELS.paykickstart}’s billing portal.`}</p>
      )}
      {(vendor !== null || portal) && (
        <Group>
          {vendor === 'stripe' && pays && <OpenPortalButton />}
          {portal && (
            <Button variant="default" component="a" href={portal} target="_blank" rel="noopener noreferrer">
              Open billing portal
            </Button>
          )}
          {pays && <CancelButton payments={payments} />}
        </Group>
      )}
      {invoices.length > 0 && (
        <DataTable
          label="Invoices"
          found={{ rows: invoices, isError: false, error: null, refetch: () => {} }}
          columns={COLUMNS}
          rowKey={({ number, created_at }) => `${number} ${created_at}`}
        />
      )}
    </>
  )
}
