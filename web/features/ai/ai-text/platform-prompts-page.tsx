import { Modal, NativeSelect, NumberInput, Textarea } from '@mantine/core'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { useMutation } from '@tanstack/react-query'
import {
  AI_LANGUAGE_LABELS,
  AI_LANGUAGES,
  AI_LIST_TYPES,
  PROMPT_TYPE_LABELS,
} from '#contract/ai/ai-prompt-types.ts'
import { MAX_PROMPT_LENGTH } from '#contract/ai/ai-prompts.ts'
import {
  type PlatformPrompt,
  platformPrompts,
  platformPromptVersions,
  restorePlatformPrompt,
  updatePlatformPrompt,
} from '#contract/ai/platform-prompts.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { call } from '#web/lib/api.ts'
import { oneOf, pageSearch } from '#web/lib/page-search.ts'
import { useCan } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { type DialogState, useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { AssistantTabs } from './assistant-tabs.tsx'
import { VersionListDialog } from './prompt-versions.tsx'

const promptsSearch = pageSearch({ type: oneOf(AI_LIST_TYPES, 'local' as const) })
const LANGUAGES = AI_LANGUAGES.map((value) => ({ value, label: AI_LANGUAGE_LABELS[value] }))
const TYPES = AI_LIST_TYPES.map((value) => ({ value, label: LIST_TYPES[value].name }))

const COLUMNS: readonly Column<PlatformPrompt>[] = [
  {
    id: 'kind',
    label: 'Kind of text',
    card: 'title',
    cell: ({ prompt_type }) => PROMPT_TYPE_LABELS[prompt_type],
  },
  { id: 'text', label: 'Instruction', width: '46%', full: ({ text }) => text, cell: ({ text }) => text },
  { id: 'length', label: 'Max length', align: 'end', cell: ({ max_characters }) => max_characters },
  { id: 'language', label: 'Language', cell: ({ language }) => AI_LANGUAGE_LABELS[language] },
  {
    id: 'version',
    label: 'Version',
    cell: ({ version, is_built_in }) => (is_built_in ? 'Built in' : String(version)),
  },
  {
    id: 'changed',
    label: 'Changed',
    cell: ({ changed_at, changed_by }) =>
      changed_at ? (
        <>
          {changed_by ?? 'Someone'}, <When at={changed_at} />
        </>
      ) : (
        '–'
      ),
  },
]

const pickPlace = ({ type, prompt_type }: PlatformPrompt) => ({ type, prompt_type })
const promptName = ({ prompt_type }: PlatformPrompt) => PROMPT_TYPE_LABELS[prompt_type]

function PromptForm({ prompt, onClose }: { prompt: PlatformPrompt; onClose: () => void }) {
  const { text, max_characters, language, version } = prompt
  const form = useContractForm(updatePlatformPrompt, {
    initial: { text, max_characters, language },
    params: pickPlace(prompt),
    body: (values) => ({ ...values, max_characters: Number(values.max_characters), version }),
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Save prompt" onCancel={onClose} onlyChanges>
      <Textarea
        {...form.field('text')}
        label="Instruction"
        description="What to write and how. Use double braces for lead and business values."
        minRows={6}
        maxRows={16}
        maxLength={MAX_PROMPT_LENGTH}
        data-autofocus
      />
      <NumberInput {...form.field('max_characters')} label="Max length in characters" min={20} max={2000} />
      <NativeSelect {...form.field('language')} label="Language of the text" data={LANGUAGES} />
    </ContractForm>
  )
}

function Versions({ prompt, ...state }: DialogState & { prompt: PlatformPrompt }) {
  const params = pickPlace(prompt)
  const canRestore = useCan('administer')
  const found = useEndpoint(platformPromptVersions, { params }, { enabled: state.opened })
  const restore = useMutation({
    mutationFn: (version: number) =>
      call(restorePlatformPrompt, { params, body: { version }, quiet: 'errors' }),
  })
  const list = { name: promptName(prompt), found, restore, failure: restore.error, canRestore }
  return <VersionListDialog {...state} {...list} />
}

/** Default prompts of all accounts, with versions; for administrators. */
export function PlatformPromptsPage() {
  const [{ type }, change] = usePageSearch(promptsSearch)
  const { show, dialog } = useDialog()
  const canChange = useCan('administer')
  const found = useEndpoint(platformPrompts)
  const edit = (prompt: PlatformPrompt) =>
    show(({ opened, onClose }) => (
      <Modal opened={opened} onClose={onClose} title={`Change “${promptName(prompt)}”`} size={620}>
        <PromptForm prompt={prompt} onClose={onClose} />
      </Modal>
    ))
  return (
    <>
      <PageHeader title="Platform AI Assistant" subtitle="Used by every account without its own prompts">
        <AssistantTabs current="/admin/ai-assistant" />
      </PageHeader>
      <NativeSelect
        m="sm"
        w={200}
        size="xs"
        aria-label="List type"
        data={TYPES}
        value={type}
        onChange={({ currentTarget }) => change({ type: currentTarget.value as typeof type })}
      />
      <DataTable
        label="Default prompts"
        found={{ ...found, rows: found.data?.data.filter((prompt) => prompt.type === type) }}
        columns={COLUMNS}
        rowKey={({ prompt_type }) => prompt_type}
        actions={(prompt) => (
          <RowMenu
            name={promptName(prompt)}
            items={[
              ...(canChange ? [{ label: 'Change', icon: IconPencil, run: () => edit(prompt) }] : []),
              {
                label: 'Versions',
                icon: IconHistory,
                run: () => show((state) => <Versions {...state} prompt={prompt} />),
              },
            ]}
          />
        )}
      />
      {dialog}
    </>
  )
}
