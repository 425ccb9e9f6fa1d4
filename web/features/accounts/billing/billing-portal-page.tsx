import { Anchor, Box, NumberInput, SimpleGrid, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  billingPortals,
  type CreditRequest,
  creditAlert,
  creditRequests,
  exportTransactions,
  requestCredits,
  setCreditAlert,
} from '#contract/accounts/billing.ts'
import { accountPayments } from '#contract/accounts/payments.ts'
import { userLimits } from '#contract/accounts/wallet.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { download } from '#web/lib/api.ts'
import { formatCredits, formatNumber } from '#web/lib/format.ts'
import { useCan } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Part } from '#web/ui/part.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { When } from '#web/ui/when.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { type AccountPayments, PaymentDetails } from '../payments/account-payments.tsx'
import { WaitingPurchases } from '../payments/waiting-purchases.tsx'
import { lastMonth, STATE_LABELS } from './billing-labels.ts'
import { PacksSection } from './packs-section.tsx'
import { ReceivedRequests } from './received-requests.tsx'
import { RechargeSection } from './recharge-section.tsx'

type Portals = Reply<typeof billingPortals>['data']

const PAGE = 20

/** Who takes the payments, where nothing can be paid here. */
function SellerContact({ seller }: Pick<Portals, 'seller'>) {
  if (seller === null) return <p>This account runs the installation, so it doesn’t buy credits.</p>
  return (
    <p>
      {`${seller.name} handles payments for your account.`}
      {seller.email && (
        <>
          {' Questions? Contact '}
          <Anchor href={`mailto:${seller.email}`} inherit underline="always">
            {seller.email}
          </Anchor>
          .
        </>
      )}
    </p>
  )
}

interface PlanSectionProps {
  portals: Portals
  payments: AccountPayments | undefined
  isPending: boolean
}

function PlanSection({ portals, payments, isPending }: PlanSectionProps) {
  const limits = useEndpoint(userLimits).data?.data
  const { plan, seller } = portals
  return (
    <Part title="Plan and payment">
      <p>
        {plan === null ? 'You have no plan.' : `Your plan is ${plan}.`}
        {limits &&
          ` You have ${formatCredits(limits.available ?? 0)} and spent ${formatNumber(limits.spent_this_month ?? 0)} this month. `}
        <AnchorLink to="/wallet" inherit underline="always">
          See all transactions
        </AnchorLink>
      </p>
      {payments ? (
        <PaymentDetails payments={payments} portal={portals.type === 'paykickstart' ? portals.value : null} />
      ) : (
        isPending && <Pending />
      )}
      <SellerContact seller={seller} />
    </Part>
  )
}

function AlertForm({ alert }: { alert: Reply<typeof creditAlert>['data'] }) {
  const form = useContractForm(setCreditAlert, {
    initial: { threshold: alert.threshold ?? ('' as number | '') },
    body: ({ threshold }) => ({ threshold: threshold === '' ? null : Number(threshold) }),
  })
  return (
    <>
      {alert.low_since && (
        <Notice tone="warning">{`Fewer than ${formatCredits(alert.threshold ?? 0)} are left.`}</Notice>
      )}
      <ContractForm form={form} submitLabel="Save alert" onlyChanges>
        <NumberInput
          {...form.field('threshold')}
          label="Alert me when credits drop below"
          description="Owners get one email when the balance drops below this. Leave empty for none"
          min={1}
          thousandSeparator
        />
      </ContractForm>
    </>
  )
}

function AlertSection() {
  const alert = useEndpoint(creditAlert, {}, { refetchOnWindowFocus: false }).data?.data
  return (
    <Part title="Low balance alert">{alert ? <AlertForm alert={alert} /> : <Skeleton height={90} />}</Part>
  )
}

const COLUMNS: readonly Column<CreditRequest>[] = [
  { id: 'when', label: 'Requested', cell: (row) => <When at={row.created_at} /> },
  { id: 'amount', label: 'Credits', card: 'title', cell: (row) => formatNumber(row.amount) },
  {
    id: 'note',
    label: 'Note',
    wrap: '280px',
    cell: ({ pack, note }) => [pack?.name, note].filter(Boolean).join(': ') || '–',
  },
  { id: 'by', label: 'By', cell: (row) => row.requested_by ?? '–' },
  { id: 'state', label: 'State', cell: (row) => STATE_LABELS[row.state] },
]

function RequestSection() {
  const [page, setPage] = useState({ page: 1, limit: PAGE })
  const found = useEndpoint(creditRequests, { query: page })
  const form = useContractForm(requestCredits, {
    initial: { amount: '' as number | '', note: '' },
    body: ({ amount, note }) => ({ amount: amount === '' ? (undefined as never) : Number(amount), note }),
    onSuccess: (): void => form.restart({ amount: '', note: '' }),
  })
  const total = found.data?.total ?? 0
  return (
    <Part title="Request credits">
      <ContractForm form={form} submitLabel="Send request">
        <NumberInput {...form.field('amount')} label="Credits" min={1} thousandSeparator required />
        <Textarea {...form.field('note')} label="Note" maxLength={500} minRows={2} maxRows={6} />
      </ContractForm>
      {total > 0 && (
        <Box mt="md">
          <DataTable
            label="Requests"
            found={{ ...found, rows: found.data?.data }}
            columns={COLUMNS}
            rowKey={(row) => row.id}
          />
          {total > PAGE && <Pager {...page} sizes={[PAGE]} total={total} onChange={setPage} />}
        </Box>
      )}
    </Part>
  )
}

function FileSection() {
  const form = useContractForm(exportTransactions, {
    initial: lastMonth(new Date()),
    onSuccess: ({ data }) => download(data.url),
  })
  return (
    <Part title="Transactions as CSV">
      <p>Every transaction in this period, with run, list and person.</p>
      <ContractForm form={form} submitLabel="Export CSV">
        <SimpleGrid minColWidth={160} autoFlow="auto-fit" spacing="sm">
          <TextInput {...form.field('from')} type="date" label="From" required />
          <TextInput {...form.field('to')} type="date" label="To" required />
        </SimpleGrid>
      </ContractForm>
    </Part>
  )
}

/** Plan, payment and credits: the vendor’s portal where there is one, and whom to ask. */
export function BillingPortalPage() {
  const sells = useCan('sell')
  const found = useEndpoint(billingPortals)
  const payments = useEndpoint(accountPayments)
  const portals = found.data?.data
  return (
    <>
      <PageHeader title="Billing portal" subtitle="Your plan, payments and credits" />
      <Box data-in-order w="100%" maw={760} p="var(--app-gutter)">
        {found.isPending && <Skeleton height={320} aria-label="Loading the billing portal" role="status" />}
        {found.isError && !found.data && <LoadError what="The billing portal" query={found} />}
        <WaitingPurchases />
        {portals && (
          <>
            <PlanSection portals={portals} payments={payments.data?.data} isPending={payments.isPending} />
            {portals.seller && <RequestSection />}
            {sells && <ReceivedRequests />}
            {sells && <PacksSection />}
            <AlertSection />
            {portals.seller && <RechargeSection />}
            <FileSection />
          </>
        )}
      </Box>
    </>
  )
}
