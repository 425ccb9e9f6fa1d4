import { Box, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { accountPayments, changePlan } from '#contract/accounts/payments.ts'
import { requestUpgrade, upgradeOffers } from '#contract/accounts/sales.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { moduleLabel } from '#web/lib/account-labels.ts'
import { call } from '#web/lib/api.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Part } from '#web/ui/part.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { CheckoutNotice, checkoutSearch, useCheckoutVisit } from '../payments/checkout-return.tsx'
import { useCheckout } from '../payments/use-checkout.ts'
import { WaitingPurchases } from '../payments/waiting-purchases.tsx'
import { contentLabels, priceLabel, setUpLabels } from './package-labels.ts'

type Upgrade = Reply<typeof upgradeOffers>['data']

const Facts = ({ lines }: { lines: readonly string[] }) => (
  <Box component="ul" pl={18} style={{ listStyle: 'disc' }}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </Box>
)

type Offer = Upgrade['offers'][number]
const SIDE = { alignSelf: 'flex-start' } as const

function RequestButton({ offer }: { offer: Offer }) {
  const intent = useIntentKey()
  const request = useMutation({
    mutationFn: () => {
      const body = { package_id: offer.id }
      return call(requestUpgrade, { body, idempotencyKey: intent.keyFor(body) })
    },
  })
  return (
    <Button
      variant="default"
      style={SIDE}
      loading={request.isPending}
      disabled={request.isSuccess}
      onClick={() => request.mutate()}
    >
      {request.isSuccess ? 'Requested' : `Request ${offer.name}`}
    </Button>
  )
}

/** Changes the paid package of the account; if the bank asks, the payment is confirmed at the vendor. */
function SwitchButton({ offer }: { offer: Offer }) {
  const { confirm, dialog } = useDialog()
  const change = async () => {
    const { data } = await call(changePlan, { body: { package_id: offer.id }, quiet: 'errors' })
    if (data.url) window.location.assign(data.url)
  }
  const confirmChange = () =>
    confirm({
      title: `Switch to ${offer.name}?`,
      confirmLabel: 'Switch',
      onConfirm: change,
      children: `${priceLabel(offer)}. A package with more credits starts a new period now, and you keep the credits you have left. One with fewer starts when your current period ends. If the payment fails, you keep your current package.`,
    })
  return (
    <>
      <Button style={SIDE} onClick={confirmChange}>
        {`Switch to ${offer.name}`}
      </Button>
      {dialog}
    </>
  )
}

function BuyButton({ offer }: { offer: Offer }) {
  const checkout = useCheckout()
  return (
    <Button
      style={SIDE}
      loading={checkout.isPending}
      onClick={() => checkout.mutate({ kind: 'package', package_id: offer.id })}
    >
      {`Buy ${offer.name}`}
    </Button>
  )
}

interface OfferProps {
  offer: Offer
  canRequest: boolean
  /** How the account pays now; undefined if it does not. */
  payments: { vendor: string | null; pays: boolean } | undefined
}

function OfferAction({ offer, canRequest, payments }: OfferProps) {
  const isPaying = useCheckoutVisit().isWaiting
  // A second purchase while the first payment is on its way would be charged, too.
  if (isPaying) return null
  const request = canRequest ? <RequestButton offer={offer} /> : null
  if (offer.sold_out)
    return (
      <>
        <p>Can’t be bought right now. Send a request, and you’ll be told when it’s available.</p>
        {request}
      </>
    )
  // A second purchase at PayKickstart would not end the first one.
  if (payments?.pays) return payments.vendor === 'stripe' ? <SwitchButton offer={offer} /> : request
  if (offer.checkout_url)
    return (
      <Button component="a" href={offer.checkout_url} style={SIDE}>
        {`Buy ${offer.name}`}
      </Button>
    )
  return payments && offer.buy === 'stripe' ? <BuyButton offer={offer} /> : request
}

function OfferSection(props: OfferProps) {
  const { offer } = props
  return (
    <Part title={`${offer.name} · ${priceLabel(offer)}`}>
      {offer.adds.length > 0 && <p>{`Adds ${moduleLabel(offer.adds)}`}</p>}
      <Facts lines={[...contentLabels(offer), ...(props.payments?.pays ? [] : setUpLabels(offer))]} />
      <OfferAction {...props} />
    </Part>
  )
}

function Offers({ upgrade }: { upgrade: Upgrade }) {
  const { current, offers, seller, can_request: canRequest } = upgrade
  const canPay = useCan('use_wallet')
  const payments = useEndpoint(accountPayments, {}, { enabled: canPay }).data?.data
  return (
    <PageBody maw={680}>
      <Part title={current ? `Your package: ${current.name}` : 'You have no package'}>
        {current && <Facts lines={contentLabels(current)} />}
      </Part>
      {offers.map((offer) => (
        <OfferSection key={offer.id} offer={offer} canRequest={canRequest} payments={payments} />
      ))}
      {offers.length === 0 && (
        <p>
          {seller === null
            ? 'This account runs the installation, so there are no upgrades.'
            : `No other packages right now. Ask ${seller} what else it offers.`}
        </p>
      )}
      {offers.length > 0 && !canRequest && <p>Ask an owner of your account to request a package.</p>}
    </PageBody>
  )
}

/** Packages for an account whose own has ended. */
export function PackageChoice() {
  const canPay = useCan('use_wallet')
  const payments = useEndpoint(accountPayments, {}, { enabled: canPay }).data?.data
  const upgrade = useEndpoint(upgradeOffers, {}, { enabled: canPay }).data?.data
  const [{ checkout }] = usePageSearch(checkoutSearch)
  if (!upgrade || !payments || payments.pays || payments.state !== 'cancelled') return null
  return (
    <>
      <CheckoutNotice>Your new package has started.</CheckoutNotice>
      {checkout !== 'success' &&
        upgrade.offers.map((offer) => (
          <OfferSection key={offer.id} offer={offer} canRequest={upgrade.can_request} payments={payments} />
        ))}
    </>
  )
}

/** The current package, and what others add. */
export function UpgradePage() {
  const found = useEndpoint(upgradeOffers)
  return (
    <>
      <PageHeader title="Upgrade" subtitle="What you have, and what other packages add" />
      <CheckoutNotice>Your new package has started.</CheckoutNotice>
      <WaitingPurchases p="md" />
      {found.isPending && <SkeletonRows rows={4} height={56} label="Loading packages" />}
      {found.isError && !found.data && <LoadError what="The packages" query={found} />}
      {found.data && <Offers upgrade={found.data.data} />}
    </>
  )
}
