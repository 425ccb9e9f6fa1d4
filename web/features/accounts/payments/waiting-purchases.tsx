import { Box, Button, Group } from '@mantine/core'
import { claimSale, mySales, type WaitingSale } from '#contract/accounts/waiting-sales.ts'
import { call } from '#web/lib/api.ts'
import { formatCredits, formatDay, formatMinor } from '#web/lib/format.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { VENDOR_LABELS } from './payment-labels.ts'

/** What somebody paid with the person’s email, and until when. */
function paidLine({
  amount_minor: amount,
  currency,
  vendor,
  created_at: at,
  period_end: end,
}: WaitingSale): string {
  const paid =
    amount === null || currency === null
      ? 'Someone started this trial'
      : `Someone paid ${formatMinor(amount, currency)}`
  const until = end ? ` It is paid until ${formatDay(end)}.` : ''
  return `${paid} through ${VENDOR_LABELS[vendor]} on ${formatDay(at)}, with your email and without signing in.${until}`
}

function Purchase({ sale }: { sale: WaitingSale }) {
  const { confirm, dialog } = useDialog()
  const { id, name, kind, credits } = sale
  const change =
    kind === 'package'
      ? `${name} replaces your current package, also if that has more.`
      : `You get ${formatCredits(credits)}.`
  const add = () =>
    confirm({
      title: `Add ${name} to your account?`,
      confirmLabel: 'Add to account',
      onConfirm: () => call(claimSale, { params: { id }, quiet: 'errors' }),
      children: `${change} Add it only if you or your company paid for it: whoever paid can cancel it or get the money back.`,
    })
  return (
    <Notice tone="warning" title={`Is this purchase of ${name} yours?`}>
      {paidLine(sale)}
      <Group mt="xs">
        <Button onClick={add}>Add to account</Button>
      </Group>
      {dialog}
    </Notice>
  )
}

/** Purchases with the person’s email that wait until they are added to the account. */
export function WaitingPurchases({ p }: { p?: 'md' }) {
  const canPay = useCan('use_wallet')
  const found = useEndpoint(mySales, {}, { enabled: canPay })
  const sales = found.data?.data ?? []
  if (found.isLoading) return <Pending />
  if (sales.length === 0) return null
  return (
    <Box {...(p ? { p } : { mb: 'md' })} style={{ display: 'grid', gap: 12 }}>
      {sales.map((sale) => (
        <Purchase key={sale.id} sale={sale} />
      ))}
    </Box>
  )
}
