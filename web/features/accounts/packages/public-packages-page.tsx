import { Box, Group, Stack } from '@mantine/core'
import { type PublicOffer, publicPackages } from '#contract/accounts/sales.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx'
import { choiceLabel, contentLabels, priceLabel, setUpLabels } from './package-labels.ts'

function OfferItem({ offer }: { offer: PublicOffer }) {
  const label = choiceLabel(offer)
  const page = { to: '/packages/$id' as const, params: { id: String(offer.id) } }
  return (
    <Box component="li" p="md" bd="var(--app-line)" bdrs="md">
      <Group align="baseline" justify="space-between" gap="4px 16px">
        <Box component="h2" fz="md" miw={0} className="wrap-anywhere">
          {offer.name}
        </Box>
        <Box component="p" fw={600} c="var(--app-heading)">
          {priceLabel(offer)}
        </Box>
      </Group>
      {offer.description && (
        <Box component="p" mt={4} style={{ whiteSpace: 'pre-wrap' }} className="wrap-anywhere">
          {offer.description}
        </Box>
      )}
      <Box component="ul" pl={18} my="xs" style={{ listStyle: 'disc' }}>
        {[...contentLabels(offer), ...setUpLabels(offer)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
      <ButtonLink {...page} aria-label={`${label}: ${offer.name}`}>
        {label}
      </ButtonLink>
    </Box>
  )
}

/** All packages on sale, on their seller’s domain. */
export function PublicPackagesPage() {
  usePageTitle('Packages')
  const found = useEndpoint(publicPackages, {}, { retry: false })
  const offers = found.data?.data
  if (found.isPending) return <SkeletonRows rows={4} height={72} label="Loading packages" />
  if (!offers) return <LoadError what="The packages" query={found} />
  if (offers.length === 0)
    return (
      <EmptyState level={1} title="No packages on sale right now">
        Already a customer? <AnchorLink to="/login">Sign in</AnchorLink>
      </EmptyState>
    )
  return (
    <div data-wide>
      <Box component="h1" mb="md" fz="xl">
        Packages
      </Box>
      <Stack component="ul" gap="md">
        {offers.map((offer) => (
          <OfferItem key={offer.id} offer={offer} />
        ))}
      </Stack>
      <Box component="p" mt={20}>
        {'Already a customer? '}
        <AnchorLink to="/login" inherit underline="always">
          Sign in
        </AnchorLink>
        {' to buy or change your package.'}
      </Box>
    </div>
  )
}
