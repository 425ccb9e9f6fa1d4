import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { requestUpgrade, upgradeOffers } from '#contract/accounts/sales.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { moduleLabel } from '#web/lib/account-labels.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { Section } from './editor-fields.tsx'
import { contentLabels, priceLabel } from './package-labels.ts'
import classes from './packages.module.css'

type Upgrade = Reply<typeof upgradeOffers>['data']

const Facts = ({ lines }: { lines: readonly string[] }) => (
  <ul className={classes.facts}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

function OfferSection({ offer, canRequest }: { offer: Upgrade['offers'][number]; canRequest: boolean }) {
  const intent = useIntentKey()
  const request = useMutation({
    mutationFn: () => {
      const body = { package_id: offer.id }
      return call(requestUpgrade, { body, idempotencyKey: intent.keyFor(body) })
    },
  })
  const side = { alignSelf: 'flex-start' } as const
  return (
    <Section title={`${offer.name} · ${priceLabel(offer)}`}>
      {offer.adds.length > 0 && <p>{`Adds ${moduleLabel(offer.adds)}`}</p>}
      <Facts lines={contentLabels(offer)} />
      {offer.checkout_url ? (
        <Button component="a" href={offer.checkout_url} style={side}>
          {`Buy ${offer.name}`}
        </Button>
      ) : (
        canRequest && (
          <Button
            variant="default"
            style={side}
            loading={request.isPending}
            disabled={request.isSuccess}
            onClick={() => request.mutate()}
          >
            {request.isSuccess ? 'Requested' : `Request ${offer.name}`}
          </Button>
        )
      )}
    </Section>
  )
}

function Offers({ upgrade }: { upgrade: Upgrade }) {
  const { current, offers, seller, can_request: canRequest } = upgrade
  return (
    <div className={classes.page}>
      <Section title={current ? `Your package: ${current.name}` : 'You have no package'}>
        {current && <Facts lines={contentLabels(current)} />}
      </Section>
      {offers.map((offer) => (
        <OfferSection key={offer.id} offer={offer} canRequest={canRequest} />
      ))}
      {offers.length === 0 && (
        <p>
          {seller === null
            ? 'This account runs the installation, so there is nothing to upgrade to.'
            : `There are no other packages right now. Ask ${seller} what else they offer.`}
        </p>
      )}
      {offers.length > 0 && !canRequest && <p>Ask an owner of your account to request a package.</p>}
    </div>
  )
}

/** What the own package has, and what others add. */
export function UpgradePage() {
  const found = useQuery(endpointQuery(upgradeOffers))
  return (
    <>
      <PageHeader title="Upgrade" subtitle="What you have, and what other packages add" />
      {found.isPending && <SkeletonRows rows={4} height={56} label="Loading packages" />}
      {found.isError && !found.data && (
        <LoadError what="The packages" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data && <Offers upgrade={found.data.data} />}
    </>
  )
}
