import { Button, Stack, Text } from '@mantine/core'
import IconChecks from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs'
import {
  type PaymentProblem,
  type ProblemAction,
  paymentProblems,
  resolveProblem,
} from '#contract/accounts/payment-checks.ts'
import { call } from '#web/lib/api.ts'
import { pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { PROBLEM_ACTION_LABELS, PROBLEM_TEXTS, VENDOR_LABELS } from './payment-labels.ts'

const problemsSearch = pageSearch({ ...paging })

function Customer({ customer, seller }: PaymentProblem) {
  if (seller) return customer ? `${customer.name} (customer of ${seller.name})` : seller.name
  if (!customer) return '–'
  return (
    <AnchorLink to="/whitelabel/subscriptions/$id/edit" params={{ id: String(customer.id) }} inherit>
      {customer.name}
    </AnchorLink>
  )
}

const COLUMNS: readonly Column<PaymentProblem>[] = [
  { id: 'when', label: 'Found', cell: ({ found_at }) => <When at={found_at} /> },
  {
    id: 'what',
    label: 'What happened',
    card: 'title',
    wrap: '420px',
    cell: ({ kind, vendor, message, external_id }) => (
      <>
        {PROBLEM_TEXTS[kind].title}
        <Text component="span" display="block" fw={400} inherit>
          {message}
        </Text>
        <Hint component="span" display="block" fw={400}>
          {`${PROBLEM_TEXTS[kind].means(VENDOR_LABELS[vendor])} ${external_id}`}
        </Hint>
      </>
    ),
  },
  { id: 'customer', label: 'Customer', wrap: '160px', cell: Customer },
]

/** Differences between the vendors and the books, with what resolves each. */
export function PaymentProblems() {
  const [query, change] = usePageSearch(problemsSearch)
  const { page, limit } = query
  const found = usePagedQuery(paymentProblems, { query: { page, limit } })
  const { confirm, dialog } = useDialog()
  const resolve = (id: number, action: ProblemAction, isAsked: boolean) =>
    call(resolveProblem, { params: { id }, body: { action }, ...(isAsked && { quiet: 'errors' as const }) })
  const start = ({ id, vendor }: PaymentProblem, action: ProblemAction) => {
    const { label, question } = PROBLEM_ACTION_LABELS[action]
    if (!question) return void resolve(id, action, false).catch(() => {})
    confirm({
      title: `${label}?`,
      confirmLabel: label,
      onConfirm: () => resolve(id, action, true),
      children: question(VENDOR_LABELS[vendor]),
    })
  }
  return (
    <>
      <ListSection
        label="Payment problems"
        things="problems"
        list={{ found, query, change }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        actions={(problem) => (
          <Stack gap={6} align="stretch">
            {problem.can.map((action) => (
              <Button key={action} size="compact-sm" variant="default" onClick={() => start(problem, action)}>
                {PROBLEM_ACTION_LABELS[action].label}
              </Button>
            ))}
          </Stack>
        )}
        empty={
          <EmptyState icon={IconChecks} title="No payment problems">
            When a payment at Stripe or PayKickstart differs from your books, you’ll see here what happened
            and how to resolve it.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}
