import { Anchor, Button } from '@mantine/core'
import { billingPortals } from '#contract/accounts/billing.ts'
import { accountPayments } from '#contract/accounts/payments.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { OpenPortalButton } from './account-payments.tsx'

/** Payment of a locked account; names a contact if it cannot pay here. */
export function PayToUnlock() {
  const canPay = useCan('use_wallet')
  const payments = useEndpoint(accountPayments, {}, { enabled: canPay }).data?.data
  const seller = useEndpoint(billingPortals, {}, { enabled: canPay }).data?.data.seller
  if (!canPay) return <p>Ask an owner of your account to pay.</p>
  if (payments?.pay_url)
    return (
      <Button fullWidth component="a" href={payments.pay_url}>
        Pay now
      </Button>
    )
  // A subscription that has ended has no payment to update: a package is chosen instead.
  if (payments?.vendor && payments.state !== 'cancelled') return <OpenPortalButton label="Update payment" />
  if (!seller) return null
  return (
    <p>
      {`${seller.name} handles payments for your account. `}
      {seller.email && (
        <Anchor href={`mailto:${seller.email}`} inherit underline="always">
          {`Write to ${seller.email}`}
        </Anchor>
      )}
    </p>
  )
}
