import IconMailCheck from '@tabler/icons-react/dist/esm/icons/IconMailCheck.mjs'
import IconMailOff from '@tabler/icons-react/dist/esm/icons/IconMailOff.mjs'
import {
  liftMailSuppression,
  MAIL_SUPPRESSION_REASONS,
  type MailSuppression,
  type MailSuppressionReason,
  mailSuppressions,
} from '#contract/branding/mail-bounces.ts'
import { call } from '#web/lib/api.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { MAX_SEARCH } from '../mail/mail-list.tsx'
import { smtpSearch } from './smtp-search.ts'

const REASON_LABELS: Record<MailSuppressionReason, string> = {
  bounced: 'Bounced',
  complained: 'Marked as spam',
  unsubscribed: 'Unsubscribed',
}
const CATEGORY_LABELS: Record<MailSuppression['category'], string> = {
  all: 'All but security and billing',
  security: 'Security',
  billing: 'Billing',
  notice: 'Notices',
  report: 'Reports',
  news: 'News',
}

const COLUMNS: readonly Column<MailSuppression>[] = [
  { id: 'address', label: 'Address', card: 'title', cell: ({ address }) => address },
  { id: 'reason', label: 'Reason', cell: ({ reason }) => REASON_LABELS[reason] },
  { id: 'what', label: 'Emails not sent', cell: ({ category }) => CATEGORY_LABELS[category] },
  { id: 'since', label: 'Since', cell: ({ created_at }) => <When at={created_at} /> },
]

const FILTERS: readonly ListFilter<ReturnType<typeof smtpSearch.read>>[] = [
  {
    name: 'reason',
    label: 'Reason',
    all: 'All reasons',
    options: MAIL_SUPPRESSION_REASONS.map((value) => ({ value, label: REASON_LABELS[value] })),
  },
]

/** Addresses that get no emails of the brand, and how to allow one again. */
export function Suppressed() {
  const [query, change] = usePageSearch(smtpSearch)
  const { confirm, dialog } = useDialog()
  const { page, limit, reason, search } = query
  const found = usePagedQuery(mailSuppressions, { query: { page, limit, search, reason } })
  const lift = ({ address }: MailSuppression) =>
    confirm({
      title: `Send emails to ${address} again?`,
      confirmLabel: 'Allow emails',
      onConfirm: () => call(liftMailSuppression, { body: { address }, quiet: 'errors' }),
      children: 'If they bounce or are marked as spam again, the address is suppressed again.',
    })
  return (
    <>
      <ListSection
        label="Suppressed addresses"
        list={{ found, query, change }}
        searchLabel="Search addresses"
        searchMax={MAX_SEARCH}
        filters={FILTERS}
        columns={COLUMNS}
        rowKey={({ address, category }) => `${address} ${category}`}
        actions={(row) => (
          <RowMenu
            name={row.address}
            items={[
              {
                label: 'Allow emails',
                icon: IconMailCheck,
                run: () => lift(row),
                refusal: row.reason === 'unsubscribed' ? 'Only the person can subscribe again' : undefined,
              },
            ]}
          />
        )}
        noMatches={{ title: 'No matching addresses', reset: 'Show all addresses' }}
        empty={
          <EmptyState icon={IconMailOff} title="No suppressed addresses">
            Addresses that bounced, complained or unsubscribed appear here.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}
