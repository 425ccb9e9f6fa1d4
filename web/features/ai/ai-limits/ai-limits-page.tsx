import { Modal, Text } from '@mantine/core'
import IconLogin from '@tabler/icons-react/dist/esm/icons/IconLogin.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { type AccountAiLimits, AI_LIMIT_NAMES, aiLimits } from '#contract/ai/ai-limits.ts'
import { openLogInAs } from '#web/lib/log-in-as.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useCan } from '#web/lib/session.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { AiLimitsForm } from './ai-limits-form.tsx'
import { kindLabel, LIMIT_LABELS, limitLabel, originLabel } from './ai-limits-labels.ts'

const MAX_SEARCH = 200

const limitsSearch = pageSearch({
  search: freeText(MAX_SEARCH),
  customized: oneOf(['yes', 'no'], null),
  ...paging,
})
type LimitsQuery = ReturnType<typeof limitsSearch.read>

const COLUMNS: readonly Column<AccountAiLimits>[] = [
  { id: 'account', label: 'Account', card: 'title', wrap: '220px', cell: (row) => row.name },
  { id: 'owner', label: 'Owner', cell: (row) => row.owner_email ?? '–' },
  { id: 'kind', label: 'Kind', wrap: '200px', cell: kindLabel },
  ...AI_LIMIT_NAMES.map((name) => ({
    id: name,
    label: LIMIT_LABELS[name],
    cell: ({ effective }: AccountAiLimits) => (
      <>
        {limitLabel(name, effective[name].value)}
        <Hint component="span" display="block" lh="16px">
          {originLabel(effective[name].origin)}
        </Hint>
      </>
    ),
  })),
]

const FILTERS: readonly ListFilter<LimitsQuery>[] = [
  {
    name: 'customized',
    label: 'Limits',
    all: 'All accounts',
    options: [
      { value: 'yes', label: 'Set for the account' },
      { value: 'no', label: 'Not set' },
    ],
  },
]

/** What AI text costs each account and how much training it may keep; for administrators. */
export function AiLimitsPage() {
  const [query, change] = usePageSearch(limitsSearch)
  const { show, dialog } = useDialog()
  const canLogIn = useCan('log_in_as')
  const { page, limit, search, customized } = query
  const found = usePagedQuery(aiLimits, { query: { page, limit, search, customized } })
  const edit = (account: AccountAiLimits) =>
    show(({ opened, onClose }) => (
      <Modal opened={opened} onClose={onClose} title={`AI limits of ${account.name}`} size={440}>
        <Text mb="sm" c="dimmed">
          Applies to this account and those below it, unless their own settings or plans differ.
        </Text>
        <AiLimitsForm account={account} onClose={onClose} />
      </Modal>
    ))
  return (
    <ListPage
      title="AI limits"
      subtitle="What AI text costs and how much AI training an account can store"
      label="AI limits"
      list={{ found, query, change }}
      searchLabel="Search accounts"
      searchMax={MAX_SEARCH}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      actions={(row) => (
        <RowMenu
          name={row.name}
          items={[
            { label: 'Change', icon: IconPencil, run: () => edit(row) },
            ...(canLogIn && row.kind !== 'installation'
              ? [{ label: 'Log in as…', icon: IconLogin, run: () => openLogInAs({ accountId: row.id }) }]
              : []),
          ]}
        />
      )}
      noMatches={{ title: 'No matching accounts', reset: 'Show all accounts' }}
    >
      {dialog}
    </ListPage>
  )
}
