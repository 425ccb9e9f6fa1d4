import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type Hold, type SubscriptionDetails, subscription } from '#contract/accounts/subscriptions.ts'
import { openCreditsDialog } from '#web/lib/credits-dialog.ts'
import { formatDay, formatMinor, formatNumber } from '#web/lib/format.ts'
import { openLogInAs } from '#web/lib/log-in-as.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { DataExports, useDataExports } from '#web/ui/data-exports.tsx'
import { FactTable } from '#web/ui/fact-table.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { CustomerDetails } from './customer-details.tsx'
import { CustomerPayments } from './customer-payments.tsx'
import { PackageForm } from './package-form.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { accessBadge, HOLD_LABELS, stateBadge } from './subscription-labels.ts'

const BACK = { to: '/whitelabel/subscriptions', label: 'Back to Subscriptions' }

function Facts({ details }: { details: SubscriptionDetails }) {
  const name = `${details.first_name} ${details.last_name}`.trim()
  const { available, reserved, spent } = details.credits
  const rows: [string, React.ReactNode][] = [
    ['Owner', [name, details.email].filter(Boolean).join(' · ') || '–'],
    ['Sold by', details.seller.name],
    ['Billing', <StateBadge key="state" {...stateBadge(details)} />],
    ['Access', <StateBadge key="access" {...accessBadge(details.access)} />],
    ['Package', details.package?.name ?? '–'],
    [
      'Credits',
      `${formatNumber(available)} available, ${formatNumber(reserved)} reserved, ${formatNumber(spent)} spent`,
    ],
    ...(details.period_end && details.state !== 'cancelled'
      ? ([[details.cancel_at ? 'Ends' : 'Renews', formatDay(details.cancel_at ?? details.period_end)]] as [
          string,
          string,
        ][])
      : []),
    ...(details.past_due_since
      ? ([['Past due since', formatDay(details.past_due_since)]] as [string, string][])
      : []),
    ...(details.delete_at ? ([['Deleted on', formatDay(details.delete_at)]] as [string, string][]) : []),
  ]
  return <FactTable facts={rows} />
}

const holdText = ({ cause, reason, starts_at }: Hold) =>
  `${HOLD_LABELS[cause]}: ${reason}${Date.parse(starts_at) > Date.now() ? `, from ${formatDay(starts_at)}` : ''}`

function NextChange({ details }: { details: SubscriptionDetails }) {
  const next = details.next_change
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
        One archive with everything in the account. It’s kept for 24 hours, and the customer’s audit log shows
        that you exported it.
      </Text>
      <DataExports found={found} ticket={ticket} />
    </Frame>
  )
}

function Details({ details }: { details: SubscriptionDetails }) {
  return (
    <Stack p="md" gap="md" maw={720}>
      {details.holds.map((hold) => (
        <Notice key={`${hold.cause}${hold.at}`} tone="warning" title="On hold">
          {holdText(hold)}
        </Notice>
      ))}
      <NextChange details={details} />
      <Frame p="md">
        <Facts details={details} />
      </Frame>
      {(details.state === 'active' || details.state === 'trialing') && (
        <Frame p="md">
          <Title order={2} mb="xs">
            Change the package
          </Title>
          <Text c="dimmed" mb="md">
            A package with more credits starts now: full price, new period, and the remaining credits are
            kept. One with fewer starts with the next period.
          </Text>
          <PackageForm key={details.package?.id} subscription={details} />
        </Frame>
      )}
      {details.access !== 'closed' && (
        <Frame p="md">
          <Title order={2} mb="xs">
            Customer
          </Title>
          <CustomerDetails
            key={`${details.company} ${details.email} ${details.joined}`}
            subscription={details}
          />
        </Frame>
      )}
      <CustomerPayments customerId={details.id} />
      <SubscriptionActions subscription={details} />
      <CustomerData id={details.id} />
    </Stack>
  )
}

/** One account of a seller: its package, access and actions. */
export function EditSubscriptionPage() {
  const id = usePathId()
  const canLogIn = useCan('log_in_as')
  const found = useEndpoint(subscription, { params: { id } })
  const details = found.data?.data
  return (
    <>
      <PageHeader
        title={details?.company ?? 'Subscription'}
        back={BACK}
        actions={
          details &&
          details.access !== 'closed' && (
            <Group>
              <Button
                variant="default"
                onClick={() => openCreditsDialog({ accountId: details.id, name: details.company })}
              >
                Credits
              </Button>
              {canLogIn && (
                <Button variant="default" onClick={() => openLogInAs({ accountId: details.id })}>
                  Log in as
                </Button>
              )}
            </Group>
          )
        }
      />
      {!details && found.isError && <LoadError what="The account" query={found} />}
      {!details && !found.isError && <SkeletonRows rows={6} height={40} label="Loading the account" />}
      {details && <Details details={details} />}
    </>
  )
}
