import { Button, Skeleton, Stack } from '@mantine/core'
import IconText from '@tabler/icons-react/dist/esm/icons/IconNotes.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { createTrainingText, type TrainingText, trainingTexts } from '#contract/ai/ai-training.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { When } from '#web/ui/when.tsx'
import { loadLater } from '../../../ui/load-later.tsx'
import { InstructionsFlag } from './instructions-flag.tsx'
import { removeTraining } from './remove-training.ts'
import { tryChange } from './training-failure.tsx'
import { MAX_SEARCH, makeQuery, type TabProps } from './training-search.ts'
import { newestText } from './use-saved-text.ts'

/** The editor is large and loads with the first opened text. */
const TextEditor = loadLater(async () => (await import('./text-editor.tsx')).TextEditor)

const COLUMNS: readonly Column<TrainingText>[] = [
  {
    id: 'title',
    label: 'Text',
    card: 'title',
    width: '50%',
    full: ({ title }) => title,
    cell: ({ title }) => title,
  },
  { id: 'tokens', label: 'Tokens', align: 'end', cell: ({ tokens }) => formatNumber(tokens) },
  {
    id: 'flag',
    label: 'Note',
    cell: ({ instructions }) =>
      instructions.length > 0 ? <InstructionsFlag found={instructions.length} /> : '–',
  },
  { id: 'updated', label: 'Changed', cell: ({ updated_at }) => <When at={updated_at} /> },
]

/** Texts, and the one being edited. */
export function TextsTab({ query, change }: TabProps) {
  const found = usePagedQuery(trainingTexts, { query: makeQuery(query) })
  const create = useMutation({
    mutationFn: () => call(createTrainingText, { body: { title: 'Untitled' } }),
    onSuccess: ({ data }) => change({ open: data.id }),
  })
  const add = (
    <Button
      leftSection={<IconPlus aria-hidden />}
      loading={create.isPending}
      onClick={() => void tryChange(() => create.mutateAsync())}
    >
      Write text
    </Button>
  )
  const rows = found.data?.data ?? []
  const created = create.data?.data
  const open = rows.find(({ id }) => id === query.open) ?? (created?.id === query.open ? created : undefined)
  if (query.open !== null && open)
    return (
      <Stack gap={20} py={20} px="var(--app-gutter)">
        <Suspense fallback={<Skeleton height={320} role="status" aria-label="Loading the editor" />}>
          <TextEditor key={open.id} item={newestText(open)} onClose={() => change({ open: null })} />
        </Suspense>
      </Stack>
    )
  const hasAny = rows.length > 0 || query.search !== ''
  return (
    <ListSection
      label="Texts"
      list={{ found, query, change }}
      searchLabel="Search texts"
      searchMax={MAX_SEARCH}
      toolbar={hasAny ? add : undefined}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      opening={{ open: null, onOpen: ({ id }) => change({ open: id }) }}
      actions={(item) => (
        <RowMenu
          name={item.title}
          items={[
            { label: 'Delete', icon: IconTrash, danger: true, run: () => void removeTraining('text', item) },
          ]}
        />
      )}
      empty={
        <EmptyState icon={IconText} title="No texts yet" action={add}>
          Write what a new colleague needs to know: what you sell, who to, and why customers stay.
        </EmptyState>
      }
    />
  )
}
