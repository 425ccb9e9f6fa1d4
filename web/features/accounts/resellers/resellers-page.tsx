import { Anchor, Button, Modal } from '@mantine/core'
import IconStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconLogin from '@tabler/icons-react/dist/esm/icons/IconLogin.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useNavigate } from '@tanstack/react-router'
import { type Reseller, resellers } from '#contract/accounts/resellers.ts'
import { moduleLabel } from '#web/lib/account-labels.ts'
import { openCreditsDialog } from '#web/lib/credits-dialog.ts'
import { formatNumber } from '#web/lib/format.ts'
import { openLogInAs } from '#web/lib/log-in-as.ts'
import { freeText, pageSearch, paging } from '#web/lib/page-search.ts'
import { useCan } from '#web/lib/session.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { ResellerForm } from './reseller-form.tsx'

const MAX_SEARCH = 200

const resellersSearch = pageSearch({ search: freeText(MAX_SEARCH), ...paging })

const sitePath = ({ id }: Reseller): string => `/admin/resellers/${id}`

/** Links to the brand, for those who may change it. */
function BrandLink({ reseller }: { reseller: Reseller }) {
  const name = reseller.brand_name ?? reseller.name
  if (!useCan('administer')) return name
  return (
    <AnchorLink to={sitePath(reseller)} inherit>
      {name}
    </AnchorLink>
  )
}

const COLUMNS: readonly Column<Reseller>[] = [
  {
    id: 'brand',
    label: 'Brand',
    card: 'title',
    wrap: '220px',
    cell: (reseller) => <BrandLink reseller={reseller} />,
  },
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
  { id: 'account', label: 'Account', wrap: '180px', cell: (reseller) => reseller.name },
  { id: 'owner', label: 'Owner', cell: (reseller) => reseller.owner_email ?? 'Invited' },
  { id: 'modules', label: 'Modules', wrap: '220px', cell: (reseller) => moduleLabel(reseller.modules) },
  { id: 'sign-up', label: 'Sign-up', cell: (reseller) => (reseller.sign_up ? 'Open' : 'Closed') },
  { id: 'customers', label: 'Customers', align: 'end', cell: (reseller) => formatNumber(reseller.customers) },
  { id: 'created', label: 'Account since', cell: (reseller) => <When at={reseller.created_at} /> },
]

/** Accounts that resell under their own brand, and the form that adds one; for administrators. */
export function ResellersPage() {
  const [query, change] = usePageSearch(resellersSearch)
  const { show, dialog } = useDialog()
  const { page, limit, search } = query
  const [canLogIn, canEdit] = [useCan('log_in_as'), useCan('administer')]
  const canGive = useCan('sell')
  const navigate = useNavigate()
  const open = (to: string, params: object = {}) => void navigate({ to, search: params })
  const found = usePagedQuery(resellers, { query: { page, limit, search } })
  const openForm = () =>
    show(({ opened, onClose }) => (
      <Modal opened={opened} onClose={onClose} title="Add a reseller" size={480}>
        <ResellerForm onClose={onClose} />
      </Modal>
    ))
  const add = (
    <Button leftSection={<IconPlus aria-hidden />} onClick={openForm}>
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
      list={{ found, query, change }}
      searchLabel="Search resellers"
      searchMax={MAX_SEARCH}
      columns={COLUMNS}
      rowKey={(reseller) => reseller.id}
      actions={(reseller) => (
        <RowMenu
          name={reseller.brand_name ?? reseller.name}
          items={[
            ...(canEdit
              ? [{ label: 'Edit brand', icon: IconPencil, run: () => open(sitePath(reseller)) }]
              : []),
            ...(canGive
              ? [
                  {
                    label: 'Credits',
                    icon: IconCoins,
                    run: () => openCreditsDialog({ accountId: reseller.id, name: reseller.name }),
                  },
                ]
              : []),
            ...(canLogIn
              ? [{ label: 'Log in as…', icon: IconLogin, run: () => openLogInAs({ accountId: reseller.id }) }]
              : []),
            {
              label: 'Audit log',
              icon: IconHistory,
              run: () => open('/audit-log', { account: reseller.id }),
            },
          ]}
        />
      )}
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
