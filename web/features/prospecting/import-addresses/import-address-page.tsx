import { Stack } from '@mantine/core'
import { showList } from '#contract/leads/lists.ts'
import { importAddress } from '#contract/prospecting/import-addresses.ts'
import { listRef, useListRef } from '#web/lib/list-ref.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Part } from '#web/ui/part.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { AddressCard } from './address-card.tsx'
import { HIDDEN_ADDRESS } from './address-examples.ts'
import { AddressExamples } from './address-examples-tabs.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { DeliveriesTable } from './deliveries-table.tsx'

/** Where programs hand in leads of a list: the address, columns, and what was handed in. */
export function ImportAddressPage() {
  const ref = useListRef()
  const input = { params: { id: ref?.id ?? 0 } }
  const list = useEndpoint(showList, input, { enabled: ref !== undefined })
  const found = useEndpoint(importAddress, input, { enabled: ref !== undefined })
  if (!ref) return <EmptyState title="This list does not exist" level={1} />
  const shown = found.data?.data
  return (
    <>
      <PageHeader
        title="Import address"
        subtitle={list.data?.data.name ?? '\u00a0'}
        back={{ to: `/saved-lists/${listRef(ref.type, ref.id)}`, label: 'Back to the list' }}
      />
      <PageBody maw={860}>
        {found.isPending && <SkeletonRows rows={4} height={64} label="Loading the import address" />}
        {found.isError && !shown && <LoadError what="The import address" query={found} />}
        {shown && (
          <Stack gap="lg" data-in-order>
            <AddressCard listId={ref.id} shown={shown} />
            <Part title="Examples" hint="With your own address in place of the one here.">
              <AddressExamples address={HIDDEN_ADDRESS} />
            </Part>
            {(shown.is_on || shown.columns.length > 0) && (
              <ColumnsForm
                key={shown.columns.map(({ name, is_decided }) => `${name}${is_decided}`).join()}
                listId={ref.id}
                shown={shown}
              />
            )}
            <DeliveriesTable list={ref} />
          </Stack>
        )}
      </PageBody>
    </>
  )
}
