import { Box, Button, Group, NumberInput, Skeleton, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  authorizeStripe,
  createStripeAccount,
  disconnectStripe,
  refreshStripe,
  type StripeStatus,
  setStripeTax,
  stripeStatus,
} from '#contract/accounts/payments.ts'
import { accessPolicy } from '#contract/accounts/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { formatCount, formatDay } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useSaved } from '#web/lib/use-saved.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { FactTable } from '#web/ui/fact-table.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Part } from '#web/ui/part.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { OverdueRulesDialog } from '../subscriptions/overdue-rules-dialog.tsx'
import { connectionBadge, requirementLabel } from './payment-labels.ts'

const days = (count: number): string => (count === 0 ? 'at once' : `after ${formatCount(count, 'day')}`)

/** When customers with an overdue payment lose access. */
function OverdueSection() {
  const policy = useEndpoint(accessPolicy).data?.data
  const { show, dialog } = useDialog()
  return (
    <Part title="Overdue payments">
      {policy && (
        <p>
          {`Customers with an overdue payment are read-only ${days(policy.read_only_after_days)} and locked ${days(policy.locked_after_days)}. They can always pay, and you keep access.`}
        </p>
      )}
      <div>
        <Button variant="default" onClick={() => show((state) => <OverdueRulesDialog {...state} />)}>
          Change days
        </Button>
      </div>
      {dialog}
    </Part>
  )
}

const openStripe = ({ data }: { data: { url: string } }) => window.location.assign(data.url)

/** Connects an existing Stripe account, or creates a new one. */
function ConnectSection({ status }: { status: StripeStatus }) {
  const connect = useMutation({ mutationFn: () => call(authorizeStripe), onSuccess: openStripe })
  const create = useMutation({
    mutationFn: () => call(createStripeAccount, { body: {} }),
    onSuccess: openStripe,
  })
  const isPending = status.connection?.state === 'pending'
  return (
    <Part title={isPending ? 'Finish your Stripe account' : 'Connect Stripe'}>
      <p>
        {isPending
          ? 'Stripe needs a few more details before you can take payments.'
          : 'Customers pay you directly. Card details never reach this application.'}
      </p>
      <Group>
        {status.oauth && !isPending && (
          <Button loading={connect.isPending} onClick={() => connect.mutate()}>
            Connect Stripe account
          </Button>
        )}
        <Button
          variant={status.oauth && !isPending ? 'default' : 'filled'}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          {isPending ? 'Finish setup' : 'Create Stripe account'}
        </Button>
      </Group>
    </Part>
  )
}

function Facts({ status }: { status: StripeStatus }) {
  const { connection, fee_percent: fee } = status
  if (!connection) return null
  const rows: [string, React.ReactNode][] = [
    ['Status', <StateBadge key="state" {...connectionBadge(status)} />],
    ['Account', [connection.name, connection.external_id].filter(Boolean).join(' · ')],
    ['Payouts', connection.payouts_enabled ? 'On' : 'Off until Stripe has what it needs'],
    ...(connection.currency ? ([['Currency', connection.currency]] as [string, string][]) : []),
    ...(fee > 0 ? ([['Platform fee', `${fee}% of each sale`]] as [string, string][]) : []),
    ...(connection.connected_at
      ? ([['Connected', formatDay(connection.connected_at)]] as [string, string][])
      : []),
  ]
  return <FactTable facts={rows} />
}

function AccountSection({ status }: { status: StripeStatus }) {
  const { confirm, dialog } = useDialog()
  const refresh = useMutation({ mutationFn: () => call(refreshStripe) })
  const requirements = status.connection?.requirements ?? []
  const confirmDisconnect = () =>
    confirm({
      title: 'Disconnect Stripe?',
      confirmLabel: 'Disconnect',
      danger: true,
      onConfirm: () => call(disconnectStripe, { quiet: 'errors' }),
      children:
        'Stripe keeps charging your customers, but payments no longer arrive here. What they’ve paid for keeps working until the period ends. Connect the same account again to continue.',
    })
  return (
    <Part title="Stripe account">
      <Facts status={status} />
      {requirements.length > 0 && (
        <Notice tone="warning" title="Stripe needs more information">
          <Box component="ul" ps={18} style={{ listStyle: 'disc' }}>
            {requirements.map((code) => (
              <li key={code}>{requirementLabel(code)}</li>
            ))}
          </Box>
        </Notice>
      )}
      {!status.is_platform && (
        <Group>
          <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
            Check again
          </Button>
          <Button variant="subtle" color="red" onClick={confirmDisconnect}>
            Disconnect
          </Button>
        </Group>
      )}
      {dialog}
    </Part>
  )
}

function TaxSection({ tax }: { tax: boolean }) {
  const calculated = useSaved(tax, (value) => call(setStripeTax, { body: { tax: value } }))
  return (
    <Part title="Tax">
      <Switch
        label="Calculate tax with Stripe Tax"
        description="For new sales. Existing subscriptions keep the tax setting they started with"
        checked={calculated.value}
        disabled={calculated.isSaving}
        onChange={({ currentTarget }) => calculated.choose(currentTarget.checked)}
      />
    </Part>
  )
}

/** The platform's share of resellers' new sales; for the platform account only. */
function FeeSection({ percent }: { percent: number }) {
  const form = useContractForm(setStripeTax, {
    initial: { fee_percent: percent as number | '' },
    body: ({ fee_percent }) => ({ fee_percent: Number(fee_percent) }),
  })
  return (
    <Part title="Platform fee">
      <ContractForm form={form} submitLabel="Save fee" onlyChanges>
        <NumberInput
          allowDecimal
          {...form.field('fee_percent')}
          label="Share of resellers’ sales"
          description="For new sales. Existing subscriptions keep the share they started with"
          suffix="%"
          decimalScale={2}
          min={0}
          max={50}
        />
      </ContractForm>
    </Part>
  )
}

/** The Stripe account, tax, and when customers who don’t pay lose access. */
export function StripeTab() {
  const found = useEndpoint(stripeStatus)
  const status = found.data?.data
  if (!status)
    return found.isError ? (
      <LoadError what="The Stripe account" query={found} />
    ) : (
      <Skeleton height={220} role="status" aria-label="Loading the Stripe account" />
    )
  const isConnected = status.is_platform || status.connection?.state === 'connected'
  return (
    <>
      {!status.available && (
        <Box mb="lg">
          <Notice tone="warning" title="Stripe isn’t available">
            This installation has no Stripe keys yet. Ask its administrator, or sell with PayKickstart.
          </Notice>
        </Box>
      )}
      {status.connection && <AccountSection status={status} />}
      {status.available && !isConnected && <ConnectSection status={status} />}
      {isConnected && <TaxSection tax={status.tax} />}
      {status.available && status.is_platform && <FeeSection percent={status.fee_percent} />}
      <OverdueSection />
    </>
  )
}
