import { Button, Group } from '@mantine/core'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs'
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import { useNavigate } from '@tanstack/react-router'
import { archivePackage, type Package, packages } from '#contract/accounts/plans.ts'
import { moduleLabel } from '#web/lib/account-labels.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx'
import { priceLabel, stateLabel } from './package-labels.ts'
import { useBase } from './use-base.ts'

const MAX_SEARCH = 200
const packagesSearch = pageSearch({
  search: freeText(MAX_SEARCH),
  archived: oneOf(['true'], null),
  ...paging,
})

const FILTERS: readonly ListFilter<ReturnType<typeof packagesSearch.read>>[] = [
  { name: 'archived', label: 'State', all: 'For sale', options: [{ value: 'true', label: 'Archived' }] },
]

const columns = (path: '/admin/plans' | '/whitelabel/packages'): readonly Column<Package>[] => [
  {
    id: 'name',
    label: 'Name',
    card: 'title',
    wrap: '180px',
    cell: ({ id, name }) => (
      <AnchorLink to={`${path}/$id/edit`} params={{ id: String(id) }} inherit>
        {name}
      </AnchorLink>
    ),
  },
  { id: 'price', label: 'Price', cell: priceLabel },
  { id: 'credits', label: 'Credits', align: 'end', cell: ({ credits }) => formatNumber(credits) },
  { id: 'modules', label: 'Modules', wrap: '160px', cell: ({ modules }) => moduleLabel(modules) },
  { id: 'customers', label: 'Customers', align: 'end', cell: ({ customers }) => formatNumber(customers) },
  { id: 'public', label: 'Sales page', cell: ({ is_public }) => (is_public ? 'On' : 'Off') },
  {
    id: 'state',
    label: 'State',
    wrap: '230px',
    cell: (row) =>
      row.problem ? (
        <>
          <StateBadge state="error" label="Not for sale" />
          <Hint>{row.problem}</Hint>
        </>
      ) : (
        stateLabel(row)
      ),
  },
]

/** The packages of an account. */
export function PackagesPage() {
  const { path, singular: thing, plural: things, Plural: Things } = useBase()
  const [query, change] = usePageSearch(packagesSearch)
  const navigate = useNavigate()
  const { search, archived, ...page } = query
  const found = usePagedQuery(packages, { query: { ...page, search, archived: archived ? 'true' : null } })
  const isEmpty = found.data?.total === 0 && !search.trim() && !archived
  const create = (
    <ButtonLink to={`${path}/create`} leftSection={<IconPlus aria-hidden />}>
      {`Create ${thing}`}
    </ButtonLink>
  )
  const go = (to: string) => void navigate({ to })
  const setArchived = (id: number, value: boolean) =>
    void call(archivePackage, { params: { id }, body: { archived: value } }).catch(() => {})
  return (
    <ListPage
      title={Things}
      subtitle="Contents and price for customers"
      action={
        // Its room stays where nothing is to be seen: the rows keep their place.
        <Group gap="xs" style={isEmpty ? { visibility: 'hidden' } : undefined}>
          <Button
            component="a"
            variant="default"
            data-disabled={!found.data || undefined}
            href={found.data?.public_url}
            target="_blank"
            rel="noreferrer noopener"
          >
            Public page
          </Button>
          {create}
        </Group>
      }
      label={Things}
      list={{ found, query, change }}
      searchLabel={`Search ${things}`}
      searchMax={MAX_SEARCH}
      filters={FILTERS}
      columns={columns(path)}
      rowKey={(row) => row.id}
      actions={({ id, name }) => (
        <RowMenu
          name={name}
          items={[
            { label: 'Edit', icon: IconPencil, run: () => go(`${path}/${id}/edit`) },
            {
              label: 'Sales settings',
              icon: IconSettings,
              run: () => go(`/whitelabel/packages/${id}/sales-settings`),
            },
            archived
              ? { label: 'Restore', icon: IconArchiveOff, run: () => setArchived(id, false) }
              : { label: 'Archive', icon: IconArchive, run: () => setArchived(id, true) },
          ]}
        />
      )}
      noMatches={{ title: `No matching ${things}`, reset: `Show all ${things}` }}
      empty={
        <EmptyState icon={IconPackage} title={`No ${things} yet`} action={create}>
          {`A ${thing} sets the modules, credits and seats customers get, and what they pay.`}
        </EmptyState>
      }
    />
  )
}
