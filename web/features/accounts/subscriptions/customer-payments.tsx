import { Button, NumberInput, Switch, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { type Payment, payments, refundPayment } from '#contract/accounts/payments.ts'
import { countDecimals, formatCredits } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { amountLabel, PAYMENT_LOOKS, refundable } from './customer-payment-labels.ts'

const PAGE = 10

const COLUMNS: readonly Column<Payment>[] = [
  { id: 'when', label: 'Paid', cell: ({ paid_at }) => <When at={paid_at} /> },
  { id: 'what', label: 'For', card: 'title', wrap: '160px', cell: ({ name }) => name },
  { id: 'amount', label: 'Amount', wrap: '200px', cell: amountLabel },
  { id: 'state', label: 'State', cell: ({ state }) => <StateBadge {...PAYMENT_LOOKS[state]} /> },
]

function RefundForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const scale = 10 ** countDecimals(payment.currency)
  const left = refundable(payment)
  const form = useContractForm(refundPayment, {
    initial: { amount: (left / scale) as number | '', refund_application_fee: true },
    params: { id: payment.id },
    body: ({ amount, refund_application_fee }) => ({
      amount_minor: Math.round(Number(amount) * scale),
      refund_application_fee,
    }),
    place: ({ fields }): Record<string, string> =>
      fields?.amount_minor ? { amount: fields.amount_minor } : {},
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Refund" danger onCancel={onClose}>
      <NumberInput
        allowDecimal
        {...form.field('amount')}
        label={`Amount in ${payment.currency}`}
        min={0}
        max={left / scale}
        decimalScale={countDecimals(payment.currency)}
        thousandSeparator
        data-autofocus
      />
      <Switch
        {...form.field('refund_application_fee', 'checkbox')}
        label="Return the platform’s share too"
        description="Otherwise you pay that part of the refund"
      />
      <Text>
        {payment.credits > 0
          ? `The same share of the ${formatCredits(payment.credits)} is taken back. Credits already spent are taken from the next purchase.`
          : 'The payment included no credits.'}
      </Text>
    </ContractForm>
  )
}

const RefundDialog = formDialog(({ payment }) => `Refund ${payment.name}`, 440, RefundForm)

/** Payments of a customer, with refunds. */
export function CustomerPayments({ customerId }: { customerId: number }) {
  const [page, setPage] = useState({ page: 1, limit: PAGE })
  const found = useEndpoint(payments, { query: { ...page, customer_id: customerId } })
  const { show, dialog } = useDialog()
  const total = found.data?.total ?? 0
  if (total === 0) return null
  return (
    <Frame p="md">
      <Title order={2} mb="xs">
        Payments
      </Title>
      <DataTable
        label="Payments"
        found={{ ...found, rows: found.data?.data }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        actions={(payment) =>
          payment.vendor === 'stripe' && refundable(payment) > 0 ? (
            <Button
              variant="default"
              aria-label={`Refund ${payment.name}`}
              onClick={() => show((state) => <RefundDialog {...state} payment={payment} />)}
            >
              Refund
            </Button>
          ) : payment.vendor === 'paykickstart' ? (
            <Text fz="xs" c="dimmed">
              Refund in PayKickstart
            </Text>
          ) : null
        }
      />
      {total > PAGE && <Pager {...page} sizes={[PAGE]} total={total} onChange={setPage} />}
      {dialog}
    </Frame>
  )
}
