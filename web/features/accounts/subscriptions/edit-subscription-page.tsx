import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type Hold, type SubscriptionDetails, subscription } from '#contract/accounts/subscriptions.ts'
import { openCreditsDialog } from '#web/lib/credits-dialog.ts'
import { formatDay, formatMinor, formatNumber } from '#web/lib/format.ts'
import { openLogInAs } from '#web/lib/log-in-as.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { DataExports, useDataExports } from '#web/ui/data-exports.tsx'
import { FactTable } from '#web/ui/fact-table.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { CustomerPayments } from './customer-payments.tsx'
import { PackageForm } from './package-form.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { accessLook, HOLD_LABELS, stateLook } from './subscription-labels.ts'

const BACK = { to: '/whitelabel/subscriptions', label: 'Back to Subscriptions' }

function Facts({ one }: { one: SubscriptionDetails }) {
  const name = `${one.first_name} ${one.last_name}`.trim()
  const { available, reserved, spent } = one.credits
  const rows: [string, React.ReactNode][] = [
    ['Owner', [name, one.email].filter(Boolean).join(' · ') || '–'],
    ['Sold by', one.seller.name],
    ['Billing', <StateBadge key="state" {...stateLook(one)} />],
    ['Access', <StateBadge key="access" {...accessLook(one.access)} />],
    ['Package', one.package?.name ?? '–'],
    [
      'Credits',
      `${formatNumber(available)} available, ${formatNumber(reserved)} reserved, ${formatNumber(spent)} spent`,
    ],
    ...(one.period_end && one.state !== 'cancelled'
      ? ([[one.cancel_at ? 'Ends' : 'Renews', formatDay(one.cancel_at ?? one.period_end)]] as [
          string,
          string,
        ][])
      : []),
    ...(one.past_due_since
      ? ([['Past due since', formatDay(one.past_due_since)]] as [string, string][])
      : []),
    ...(one.delete_at ? ([['Deleted on', formatDay(one.delete_at)]] as [string, string][]) : []),
  ]
  return <FactTable facts={rows} />
}

const holdText = ({ cause, reason, starts_at }: Hold) =>
  `${HOLD_LABELS[cause]}: ${reason}${Date.parse(starts_at) > Date.now() ? `, from ${formatDay(starts_at)}` : ''}`

function NextChange({ one }: { one: SubscriptionDetails }) {
  const next = one.next_change
  if (!next) return null
  const money =
    next.charge_minor !== null && next.currency ? formatMinor(next.charge_minor, next.currency) : ''
  return (
    <Notice tone="warning">
      {`${next.package.name} starts on ${formatDay(next.applies_at)}${money ? ` for ${money}` : ''}.`}
    </Notice>
  )
}

function CustomerData({ id }: { id: number }) {
  const { found, ticket, start, isAtWork } = useDataExports({ customerId: id })
  return (
    <Frame p="md">
      <Group mb="xs">
        <Title order={2}>Account data</Title>
        <Button
          ml="auto"
          variant="default"
          loading={start.isPending}
          disabled={isAtWork}
          onClick={() => start.mutate()}
        >
          Export all data
        </Button>
      </Group>
      <Text c="dimmed">
        One archive with everything in the account. It’s kept for 24 hours, and the customer’s audit log says
        that you made it.
      </Text>
      <DataExports found={found} ticket={ticket} />
    </Frame>
  )
}

function Details({ one }: { one: SubscriptionDetails }) {
  return (
    <Stack p="md" gap="md" maw={720}>
      {one.holds.map((hold) => (
        <Notice key={`${hold.cause}${hold.at}`} tone="warning" title="On hold">
          {holdText(hold)}
        </Notice>
      ))}
      <NextChange one={one} />
      <Frame p="md">
        <Facts one={one} />
      </Frame>
      {(one.state === 'active' || one.state === 'trialing') && (
        <Frame p="md">
          <Title order={2} mb="xs">
            Change the package
          </Title>
          <Text c="dimmed" mb="md">
            A package with more credits starts now: full price, new period, existing credits are kept. One
            with fewer starts with the next period.
          </Text>
          <PackageForm key={one.package?.id} one={one} />
        </Frame>
      )}
      <CustomerPayments customerId={one.id} />
      <SubscriptionActions one={one} />
      <CustomerData id={one.id} />
    </Stack>
  )
}

/** One account of a seller: its package, access and actions. */
export function EditSubscriptionPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const canLogIn = useCan('log_in_as')
  const found = useEndpoint(subscription, { params: { id: Number(id) } })
  const one = found.data?.data
  return (
    <>
      <PageHeader
        title={one?.company ?? 'Subscription'}
        back={BACK}
        actions={
          one &&
          one.access !== 'closed' && (
            <Group>
              <Button
                variant="default"
                onClick={() => openCreditsDialog({ accountId: one.id, name: one.company })}
              >
                Credits
              </Button>
              {canLogIn && (
                <Button variant="default" onClick={() => openLogInAs({ accountId: one.id })}>
                  Log in as
                </Button>
              )}
            </Group>
          )
        }
      />
      {!one && found.isError && <LoadError what="The account" of={found} />}
      {!one && !found.isError && <SkeletonRows rows={6} height={40} label="Loading the account" />}
      {one && <Details one={one} />}
    </>
  )
}
