import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessageQuestion.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { createTrainingQa, type TrainingQa, trainingQa, updateTrainingQa } from '#contract/ai/ai-training.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { ItemDrawer } from './item-drawer.tsx'
import { removeTraining } from './remove-training.ts'
import { LANGUAGE_OPTIONS } from './training-labels.ts'
import { MAX_SEARCH, makeQuery, type TabProps } from './training-search.ts'

const COLUMNS: readonly Column<TrainingQa>[] = [
  {
    id: 'question',
    label: 'Question',
    card: 'title',
    width: '38%',
    full: ({ question }) => question,
    cell: ({ question }) => question,
  },
  { id: 'answer', label: 'Answer', width: '38%', full: ({ answer }) => answer, cell: ({ answer }) => answer },
  { id: 'tokens', label: 'Tokens', align: 'end', cell: ({ tokens }) => formatNumber(tokens) },
  { id: 'updated', label: 'Changed', cell: ({ updated_at }) => <When at={updated_at} /> },
]

function QaForm({ item, onClose }: { item: TrainingQa | null; onClose: () => void }) {
  const form = useContractForm((item ? updateTrainingQa : createTrainingQa) as typeof updateTrainingQa, {
    initial: {
      question: item?.question ?? '',
      answer: item?.answer ?? '',
      language: item?.language ?? ('auto' as const),
      ...(item && { version: item.version }),
    } as CallInput<typeof updateTrainingQa>['body'],
    ...(item && { params: { id: item.id } }),
    onSuccess: onClose,
  })
  return (
    <ContractForm
      form={form}
      submitLabel={item ? 'Save' : 'Add question'}
      onCancel={onClose}
      onlyChanges={item !== null}
    >
      <TextInput {...form.field('question')} label="Question" maxLength={1000} data-autofocus />
      <Textarea {...form.field('answer')} label="Answer" minRows={4} maxRows={12} maxLength={20_000} />
      <NativeSelect {...form.field('language')} label="Language" data={LANGUAGE_OPTIONS} />
    </ContractForm>
  )
}

const QaDialog = formDialog(({ item }) => (item ? 'Edit question' : 'Add question'), 560, QaForm)

/** Questions with their answers. */
export function QaTab({ query, change }: TabProps) {
  const found = usePagedQuery(trainingQa, { query: makeQuery(query) })
  const { show, dialog } = useDialog()
  const edit = (item: TrainingQa | null) => show((state) => <QaDialog {...state} item={item} />)
  const add = (
    <Button leftSection={<IconPlus aria-hidden />} onClick={() => edit(null)}>
      Add question
    </Button>
  )
  const rows = found.data?.data ?? []
  const hasAny = rows.length > 0 || query.search !== ''
  return (
    <>
      <ListSection
        label="Questions"
        list={{ found, query, change }}
        searchLabel="Search questions"
        searchMax={MAX_SEARCH}
        toolbar={hasAny ? add : undefined}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        opening={{ open: query.open, onOpen: ({ id }) => change({ open: id }) }}
        actions={(item) => (
          <RowMenu
            name={item.question}
            items={[
              { label: 'Edit', icon: IconPencil, run: () => edit(item) },
              { label: 'Delete', icon: IconTrash, danger: true, run: () => void removeTraining('qa', item) },
            ]}
          />
        )}
        empty={
          <EmptyState icon={IconMessage} title="No questions yet" action={add}>
            Questions customers often ask, with your answers. For example: “Do you deliver on Sundays?”
          </EmptyState>
        }
      />
      <ItemDrawer id={query.open} ids={rows.map(({ id }) => id)} onOpen={(open) => change({ open })} />
      {dialog}
    </>
  )
}
