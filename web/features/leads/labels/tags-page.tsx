import { Box, TagsInput, Text, TextInput } from '@mantine/core'
import { type List, listDetails, MAX_TAGS, showList } from '#contract/leads/lists.ts'
import { formatCount } from '#web/lib/format.ts'
import { listRef, useListRef } from '#web/lib/list-ref.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'

function DetailsForm({ list }: { list: List }) {
  const form = useContractForm(listDetails, {
    initial: { tags: list.tags, source: list.lead_source ?? '' },
    body: ({ tags, source }) => ({ id: list.id, tags, source }),
  })
  return (
    <ContractForm form={form} submitLabel="Save" onlyChanges>
      <TagsInput
        label="Tags"
        description={`Up to ${MAX_TAGS}. Press Enter after each.`}
        value={form.values.tags}
        onChange={(tags) => form.set({ tags })}
        maxTags={MAX_TAGS}
        error={form.errors.tags}
        clearable
      />
      <TextInput
        {...form.field('source')}
        label="Source"
        description="Where these leads come from"
        maxLength={100}
      />
      <Text c="dimmed" fz="sm" role="status">
        {formatCount(list.total, 'lead includes', 'leads include')} this from the next export, in the Tags and
        source columns. Earlier files don’t change.
      </Text>
    </ContractForm>
  )
}

/** Tags and source of a list, added to every exported or sent lead. */
export function TagsPage() {
  const ref = useListRef()
  const list = useEndpoint(showList, { params: { id: ref?.id ?? 0 } }, { enabled: ref !== null })
  if (!ref) return <EmptyState title="This list does not exist" level={1} />
  const current = list.data?.data
  return (
    <>
      <PageHeader
        title="Tags and source"
        subtitle={current?.name ?? '\u00a0'}
        back={{ to: `/saved-lists/${listRef(ref.type, ref.id)}`, label: 'Back to the list' }}
      />
      <Box maw={560} pt="md" pb={40} px="lg">
        {list.isPending && <SkeletonRows rows={3} height={48} label="Loading the list" />}
        {list.isError && !current && <LoadError what="The list" query={list} />}
        {current && <DetailsForm key={current.updated_at} list={current} />}
      </Box>
    </>
  )
}
