import { Box, Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { buyPackage } from '#contract/accounts/payments.ts'
import { requestPackage, salesPage, upgradeOffers } from '#contract/accounts/sales.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { formatCount, formatCredits } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loadSession, useSession } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx'
import { CheckoutNotice, useCheckoutVisit } from '../payments/checkout-return.tsx'
import { addOnLabel } from '../payments/payment-labels.ts'
import { buyLabel, contentLabels, priceLabel, setUpLabels } from './package-labels.ts'

type Offer = Reply<typeof salesPage>['data']

function RequestForm({ offer }: { offer: Offer }) {
  const [sent, setSent] = useState(false)
  const form = useContractForm(requestPackage, {
    initial: { name: '', email: '', note: '' },
    params: { id: offer.id },
    // Shown instead: an alert in place of the form
    quiet: true,
    onSuccess: () => {
      setSent(true)
      if (offer.after_sale_url) window.location.assign(offer.after_sale_url)
    },
  })
  if (sent)
    return (
      <Notice tone="success" title="Request sent" focus>
        You’ll get an answer by email.
      </Notice>
    )
  return (
    <ContractForm form={form} submitLabel="Request">
      <TextInput {...form.field('name')} label="Name" autoComplete="name" maxLength={100} />
      <TextInput {...form.field('email')} label="Email" type="email" autoComplete="email" maxLength={254} />
      <Textarea {...form.field('note')} label="Note (optional)" maxLength={500} minRows={2} maxRows={6} />
    </ContractForm>
  )
}

/** Opens the payment page, with add-ons and a coupon. */
function BuyForm({ offer }: { offer: Offer }) {
  const form = useContractForm(buyPackage, {
    initial: { email: '', coupon: '', add_ons: [] as string[] },
    params: { id: offer.id },
    body: ({ email, coupon, add_ons }) => ({
      email,
      add_ons,
      ...(coupon.trim() && { coupon: coupon.trim() }),
    }),
    quiet: true,
    onSuccess: ({ data }) => window.location.assign(data.url),
  })
  const { add_ons: chosen } = form.values
  return (
    <ContractForm form={form} submitLabel={buyLabel(offer)}>
      <TextInput
        {...form.field('email')}
        label="Email"
        description="Your account gets this address"
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      {offer.add_ons.map(({ name, price_minor }) => (
        <Checkbox
          key={name}
          label={addOnLabel({ name, price_minor }, offer)}
          checked={chosen.includes(name)}
          onChange={({ currentTarget }) =>
            form.set({
              add_ons: currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name),
            })
          }
        />
      ))}
      <TextInput {...form.field('coupon')} label="Coupon (optional)" maxLength={40} autoComplete="off" />
    </ContractForm>
  )
}

/** A customer of the seller who is signed in: the package they have, and where to change it. */
function useOwnPackage(offer: Offer) {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'token') void loadSession()
  }, [status])
  const own = useEndpoint(upgradeOffers, {}, { enabled: status === 'signed-in' }).data?.data
  const isOffered = own?.current?.id === offer.id || own?.offers.some(({ id }) => id === offer.id)
  return own && isOffered ? { name: own.current?.name ?? null } : null
}

function OwnPackage({ name }: { name: string | null }) {
  return (
    <Notice tone="success" title={name ? `You have ${name}` : 'You have an account here'}>
      <p>Buy and change packages in your account, so that you pay for one.</p>
      <ButtonLink to="/whitelabel/upgrade" mt="xs">
        Go to your packages
      </ButtonLink>
    </Notice>
  )
}

/** After the payment page: what comes next, and no second purchase. */
const AfterPayment = () => (
  <ButtonLink fullWidth size="sm" variant="default" to="/login">
    Sign in
  </ButtonLink>
)

/** Buys, registers with, or requests the package. */
function Action({ offer }: { offer: Offer }) {
  if (offer.checkout_url)
    return (
      <Button fullWidth size="sm" component="a" href={offer.checkout_url}>
        {buyLabel(offer)}
      </Button>
    )
  if (offer.buy === 'stripe')
    return (
      <>
        <BuyForm offer={offer} />
        <Box component="p" mt="sm">
          {'Already a customer? '}
          <AnchorLink to="/login" inherit underline="always">
            Sign in
          </AnchorLink>
          {' to buy or change your package.'}
        </Box>
      </>
    )
  if (!offer.sign_up) return <RequestForm offer={offer} />
  return (
    <ButtonLink fullWidth size="sm" to="/register" search={{ package: offer.id }}>
      Sign up
    </ButtonLink>
  )
}

/** How to get the package, and why it can't be bought at the moment. */
const Choice = ({ offer }: { offer: Offer }) => (
  <>
    {offer.sold_out && (
      <Notice tone="warning" title="Can’t be bought right now">
        Send a request, and you’ll be told when it’s available.
      </Notice>
    )}
    <Action offer={offer} />
  </>
)

function OfferView({ offer }: { offer: Offer }) {
  const { add_ons, terms } = offer
  const { isDone } = useCheckoutVisit()
  const own = useOwnPackage(offer)
  usePageTitle(offer.name)
  return (
    <article>
      <CheckoutNotice p={0} mb="md">
        We’ve emailed you a link to set your password.
      </CheckoutNotice>
      <Box component="h1" mb={4} fz="xl">
        {offer.name}
      </Box>
      <Box component="p" mb="sm" fz={22} fw={600} c="var(--app-heading)">
        {priceLabel(offer)}
      </Box>
      {offer.description && (
        <Box component="p" mb="sm" style={{ whiteSpace: 'pre-wrap' }} className="wrap-anywhere">
          {offer.description}
        </Box>
      )}
      <Box component="ul" pl={18} style={{ listStyle: 'disc' }}>
        {contentLabels(offer).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {setUpLabels(offer).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {add_ons.map(({ name, credits, seats, price_minor }) => (
          <li key={name}>
            {[
              `Add-on ${addOnLabel({ name, price_minor }, offer)}`,
              credits > 0 && formatCredits(credits),
              seats > 0 && formatCount(seats, 'seat'),
            ]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </Box>
      <div style={{ marginTop: 20 }}>
        {isDone ? <AfterPayment /> : own ? <OwnPackage {...own} /> : <Choice offer={offer} />}
      </div>
      {terms && (
        <Box mt={20} c="dimmed" style={{ whiteSpace: 'pre-wrap' }} className="wrap-anywhere">
          {terms}
        </Box>
      )}
      <Box component="p" mt={20}>
        <AnchorLink to="/packages" inherit underline="always">
          All packages
        </AnchorLink>
      </Box>
    </article>
  )
}

/** The public page of a package, on its seller's domain. */
export function PackageSalesPage() {
  const id = usePathId()
  const found = useEndpoint(salesPage, { params: { id } }, { retry: false })
  if (found.isPending) return <SkeletonRows rows={4} height={32} label="Loading the package" />
  if (!found.data)
    return (
      <EmptyState level={1} title="This package isn’t available">
        It may have been taken off sale. <AnchorLink to="/packages">See all packages</AnchorLink>
      </EmptyState>
    )
  return <OfferView offer={found.data.data} />
}
