import { Anchor, Button, Group, Modal } from '@mantine/core'
import IconStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Reseller, resellers } from '#contract/accounts/resellers.ts'
import { moduleWords } from '#web/lib/account-words.ts'
import { openCreditsDialog } from '#web/lib/credits-dialog.ts'
import { formatNumber } from '#web/lib/format.ts'
import { openLogInAs } from '#web/lib/log-in-as.ts'
import { pageSearch, paging, words } from '#web/lib/page-search.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useCan } from '#web/lib/session.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { ResellerForm } from './reseller-form.tsx'

const MAX_SEARCH = 200

const resellersSearch = pageSearch({ search: words(MAX_SEARCH), ...paging })

const COLUMNS: readonly Column<Reseller>[] = [
  { id: 'brand', label: 'Brand', card: 'title', wrap: '220px', cell: (one) => one.brand_name ?? one.name },
  {
    id: 'domain',
    label: 'Domain',
    cell: ({ domain }) =>
      domain ? (
        <Anchor href={`https://${domain}/`} target="_blank" rel="noreferrer noopener" inherit>
          {domain}
        </Anchor>
      ) : (
        '–'
      ),
  },
  { id: 'account', label: 'Account', wrap: '180px', cell: (one) => one.name },
  { id: 'owner', label: 'Owner', cell: (one) => one.owner_email ?? 'Invited' },
  { id: 'modules', label: 'Modules', wrap: '220px', cell: (one) => moduleWords(one.modules) },
  { id: 'sign-up', label: 'Sign-up', cell: (one) => (one.sign_up ? 'Open' : 'Closed') },
  { id: 'customers', label: 'Customers', align: 'end', cell: (one) => formatNumber(one.customers) },
  { id: 'created', label: 'Account since', cell: (one) => <When at={one.created_at} /> },
]

/** Accounts that resell under their own brand, and the form that makes one; for administrators. */
export function ResellersPage() {
  const [query, change] = usePageSearch(resellersSearch)
  const { show, dialog } = useDialog()
  const { page, limit, search } = query
  const canLogIn = useCan('log_in_as')
  const canGive = useCan('sell')
  const asked = { page, limit, ...(search.trim() ? { search: search.trim() } : {}) }
  const found = useQuery({
    ...endpointQuery(resellers, { query: asked }),
    placeholderData: keepPreviousData,
  })
  const openForm = () =>
    show(({ opened, onClose }) => (
      <Modal opened={opened} onClose={onClose} title="Add a reseller" size={480}>
        <ResellerForm onClose={onClose} />
      </Modal>
    ))
  const add = (
    <Button leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />} onClick={openForm}>
      Add a reseller
    </Button>
  )
  const isEmpty = found.data?.total === 0 && !search.trim()
  return (
    <ListPage
      title="Resellers"
      subtitle="Accounts that resell under their own brand"
      action={!isEmpty && add}
      label="Resellers"
      found={found}
      query={query}
      change={change}
      searchLabel="Search resellers"
      searchMax={MAX_SEARCH}
      columns={COLUMNS}
      rowKey={(one) => one.id}
      actions={(one) => (
        <Group gap="xs" wrap="nowrap">
          {canGive && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Credits of ${one.name}`}
              onClick={() => openCreditsDialog({ accountId: one.id, name: one.name })}
            >
              Credits
            </Button>
          )}
          {canLogIn && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Log in as somebody of ${one.name}`}
              onClick={() => openLogInAs({ accountId: one.id })}
            >
              Log in as
            </Button>
          )}
        </Group>
      )}
      nothing={{ title: 'No matching resellers', reset: 'Show all resellers' }}
      empty={
        <EmptyState icon={IconStore} title="No resellers yet" action={add}>
          Resellers have their own customers, domain and brand.
        </EmptyState>
      }
    >
      {dialog}
    </ListPage>
  )
}
