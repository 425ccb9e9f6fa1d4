import { Button, Group, SegmentedControl } from '@mantine/core'
import IconArrowsDiff from '@tabler/icons-react/dist/esm/icons/IconArrowsDiff.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import { AI_LIST_TYPES, type AiListType, PROMPT_TYPE_LABELS } from '#contract/ai/ai-prompt-types.ts'
import { deleteFineTune, type FineTune, fineTunes } from '#contract/ai/ai-prompts.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { call } from '#web/lib/api.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { PromptDialog } from './prompt-form.tsx'
import { VersionsDialog } from './prompt-versions.tsx'

const ownerLabel = ({ is_default, is_shared, is_mine }: FineTune): string =>
  is_default ? 'Default' : is_shared ? 'The team' : is_mine ? 'Only you' : '–'

const COLUMNS: readonly Column<FineTune>[] = [
  { id: 'name', label: 'Prompt', card: 'title', cell: ({ name }) => name },
  { id: 'kind', label: 'Kind of text', cell: ({ prompt_type }) => PROMPT_TYPE_LABELS[prompt_type] },
  { id: 'text', label: 'Instruction', width: '40%', full: ({ text }) => text, cell: ({ text }) => text },
  { id: 'whose', label: 'Visible to', cell: ownerLabel },
  {
    id: 'version',
    label: 'Version',
    align: 'end',
    cell: ({ version }) => (version === 0 ? '–' : String(version)),
  },
  {
    id: 'changed',
    label: 'Changed',
    cell: ({ updated_at }) => (updated_at ? <When at={updated_at} /> : '–'),
  },
]

const TYPES = AI_LIST_TYPES.map((value) => ({ value, label: LIST_TYPES[value].name }))

/** Prompts of one list type: built-in ones, and those of the account. */
export function PromptsTab() {
  const [type, setType] = useState<AiListType>('local')
  const found = useEndpoint(fineTunes, { query: { type, show_default: true } })
  const { show, confirm, dialog } = useDialog()
  const remove = (prompt: FineTune & { id: number }) =>
    confirm({
      title: `Delete “${prompt.name}”?`,
      confirmLabel: 'Delete',
      danger: true,
      onConfirm: () => call(deleteFineTune, { params: { id: prompt.id }, quiet: 'errors' }),
      children: 'Texts already written with it are kept.',
    })
  const listActions = (prompt: FineTune): RowAction[] => {
    if (prompt.id === null)
      return [
        {
          label: 'Use as a starting point',
          icon: IconCopy,
          run: () => show((state) => <PromptDialog {...state} type={type} prompt={prompt} />),
        },
      ]
    const own = { ...prompt, id: prompt.id }
    return [
      {
        label: 'Change',
        icon: IconPencil,
        run: () => show((state) => <PromptDialog {...state} type={type} prompt={own} />),
      },
      {
        label: 'Versions',
        icon: IconHistory,
        run: () => show((state) => <VersionsDialog {...state} prompt={own} />),
      },
      {
        label: 'Compare versions',
        icon: IconArrowsDiff,
        run: () => show((state) => <CompareDialog {...state} prompt={own} />),
      },
      { label: 'Delete', icon: IconTrash, danger: true, run: () => remove(own) },
    ]
  }
  return (
    <>
      <Group gap="8px 12px" py="sm" px="var(--app-gutter)">
        <SegmentedControl
          size="xs"
          aria-label="List type"
          data={TYPES}
          value={type}
          onChange={(next) => setType(next as AiListType)}
        />
        <Button
          leftSection={<IconPlus aria-hidden />}
          onClick={() => show((state) => <PromptDialog {...state} type={type} />)}
        >
          New prompt
        </Button>
      </Group>
      <DataTable
        label="Prompts"
        found={{ ...found, rows: found.data?.data }}
        columns={COLUMNS}
        rowKey={({ id, prompt_type }) => id ?? prompt_type}
        actions={(prompt) => <RowMenu name={prompt.name} items={listActions(prompt)} />}
        empty={
          <EmptyState icon={IconSparkles} title="No prompts">
            Prompts tell the AI what to write about a lead.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}
