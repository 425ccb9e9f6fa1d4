import { Button, Group, Stack } from '@mantine/core'
import IconDuplicates from '@tabler/icons-react/dist/esm/icons/IconCopyCheck.mjs'
import { useState } from 'react'
import { listDuplicates, mergeListDuplicates } from '#contract/leads/list-duplicates.ts'
import { call } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { listRef, useListRef } from '#web/lib/list-ref.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { offerUndo } from '../lead-data/undo-change.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'
import { DuplicateCard } from './duplicate-card.tsx'

const PAGE_SIZE = 20

function Duplicates({ target }: { target: ListTarget }) {
  const [page, setPage] = useState(1)
  const [isConfirming, setConfirming] = useState(false)
  const found = usePagedQuery(listDuplicates, { params: target, query: { page, limit: PAGE_SIZE } })
  const { data: groups, total = 0, sure = 0 } = found.data ?? {}
  const mergeSure = async () =>
    // Shown instead: a toast with Undo
    offerUndo(target, await call(mergeListDuplicates, { params: target, body: { sure: true }, quiet: true }))
  return (
    <>
      <PageHeader
        title="Duplicates"
        subtitle={
          total > 0
            ? `${formatCount(total, 'possible duplicate')}, ${sure > 0 ? formatNumber(sure) : 'none'} certain`
            : '\u00a0'
        }
        back={{ to: `/saved-lists/${listRef(target.type, target.id)}`, label: 'Back to the list' }}
        actions={
          sure > 0 && (
            <Button onClick={() => setConfirming(true)}>
              Merge {formatCount(sure, 'certain duplicate')}
            </Button>
          )
        }
      />
      <Stack maw={1080} pt="md" pb={40} px="lg">
        {found.isPending && <SkeletonRows rows={4} height={96} label="Looking for duplicates" />}
        {found.isError && !groups && <LoadError what="The duplicates" query={found} />}
        {groups?.length === 0 && (
          <EmptyState icon={IconDuplicates} title="No duplicates">
            No two leads share an email, phone, domain, or name and location.
          </EmptyState>
        )}
        {groups?.map((group) => (
          <DuplicateCard key={group.leads.map(({ id }) => id).join()} target={target} group={group} />
        ))}
        {total > PAGE_SIZE && (
          <Group align="stretch" justify="space-between" wrap="nowrap" gap="sm">
            <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <Button variant="default" disabled={page * PAGE_SIZE >= total} onClick={() => setPage(page + 1)}>
              Next
            </Button>
          </Group>
        )}
      </Stack>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Merge ${formatCount(sure, 'certain duplicate')}?`}
        confirmLabel="Merge"
        onConfirm={mergeSure}
      >
        The most complete lead in each group is kept and takes missing values from the others, which go to the
        trash. You can undo this.
      </ConfirmDialog>
    </>
  )
}

/** Possible duplicates in a list, merged one group at a time or all certain ones at once. */
export function DuplicatesPage() {
  const ref = useListRef()
  if (!ref) return <EmptyState title="This list does not exist" level={1} />
  return <Duplicates key={`${ref.type}-${ref.id}`} target={ref} />
}
