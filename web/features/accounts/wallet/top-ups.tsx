import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { requestCredits } from '#contract/accounts/billing.ts'
import { offeredPacks } from '#contract/accounts/credits.ts'
import { accountPayments } from '#contract/accounts/payments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { formatCredits, formatMinor } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Band } from '#web/ui/band.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useCheckout } from '../payments/use-checkout.ts'

type OfferedPack = Reply<typeof offeredPacks>['data'][number]

interface PackProps {
  pack: OfferedPack
  /** Bought at once, or requested from the seller. */
  canBuy: boolean
  isBusy: boolean
  onChoose: () => void
}

function Pack({ pack, canBuy, isBusy, onChoose }: PackProps) {
  const label = canBuy ? 'Buy' : 'Request'
  return (
    <Frame p="sm">
      <Text fw={600}>{pack.name}</Text>
      <Text>{`${formatCredits(pack.credits)} for ${formatMinor(pack.price, pack.currency)}`}</Text>
      <Text c="dimmed">{pack.sold_out ? 'No expiry. Can’t be bought right now' : 'No expiry'}</Text>
      <Group mt="xs">
        <Button
          variant={canBuy ? 'filled' : 'default'}
          aria-label={`${label} ${pack.name}`}
          loading={isBusy}
          onClick={onChoose}
        >
          {label}
        </Button>
      </Group>
    </Frame>
  )
}

/** Top-up packs of the seller; nothing if it offers none. */
export function TopUps() {
  const offered = useEndpoint(offeredPacks)
  const packs = offered.data?.data ?? []
  const payments = useEndpoint(accountPayments).data?.data
  const { confirm, dialog } = useDialog()
  const checkout = useCheckout()
  const byCard = payments?.can_buy ?? false
  const canBuy = (pack: OfferedPack) => !pack.sold_out && (byCard || pack.checkout_url !== null)
  const choose = (pack: OfferedPack) => {
    if (byCard && canBuy(pack)) checkout.mutate({ kind: 'pack', pack_id: pack.id })
    else if (pack.checkout_url) window.location.assign(pack.checkout_url)
    else confirmRequest(pack)
  }
  const request = useMutation({
    mutationFn: (pack: OfferedPack) => call(requestCredits, { body: { pack_id: pack.id }, quiet: 'errors' }),
  })
  const confirmRequest = (pack: OfferedPack) =>
    confirm({
      title: `Request ${pack.name}`,
      confirmLabel: 'Send request',
      onConfirm: () => request.mutateAsync(pack),
      children: `Your seller gets a request for ${formatCredits(pack.credits)} at ${formatMinor(pack.price, pack.currency)} and adds them once you have agreed on payment.`,
    })
  if (offered.isPending) return <Pending />
  if (packs.length === 0) return null
  return (
    <Band aria-label="Top-ups">
      <h2>Top-ups</h2>
      {!packs.every(canBuy) && (
        <Text mt={4}>Request a pack and your seller adds it once you have agreed on payment.</Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} mt="sm" spacing="sm">
        {packs.map((pack) => (
          <Pack
            key={pack.id}
            pack={pack}
            canBuy={canBuy(pack)}
            isBusy={
              checkout.isPending &&
              checkout.variables.kind === 'pack' &&
              checkout.variables.pack_id === pack.id
            }
            onChoose={() => choose(pack)}
          />
        ))}
      </SimpleGrid>
      {dialog}
    </Band>
  )
}
