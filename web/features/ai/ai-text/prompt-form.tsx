import { Button, Group, Modal, NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  AI_LANGUAGE_LABELS,
  AI_LANGUAGES,
  type AiListType,
  PROMPT_TYPE_LABELS,
  PROMPT_TYPE_LENGTHS,
  PROMPT_TYPES,
  type PromptType,
} from '#contract/ai/ai-prompt-types.ts'
import {
  createFineTune,
  defaultQuestions,
  type FineTune,
  generateFineTune,
  MAX_PROMPT_LENGTH,
  type PromptContent,
  updateFineTune,
} from '#contract/ai/ai-prompts.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'

interface Values {
  name: string
  prompt_type: PromptType
  field: string
  text: string
  max_characters: number
  language: PromptContent['language']
  is_shared: boolean
}
type Form = ReturnType<typeof useContractForm<typeof createFineTune, Values, unknown>>

const LANGUAGES = AI_LANGUAGES.map((value) => ({ value, label: AI_LANGUAGE_LABELS[value] }))
const TYPES = PROMPT_TYPES.map((value) => ({ value, label: PROMPT_TYPE_LABELS[value] }))

/** Variables of a prompt; a click inserts one at its end. */
function Variables({ type, onPick }: { type: AiListType; onPick: (name: string) => void }) {
  const found = useEndpoint(defaultQuestions)
  return (
    <Group
      component="section"
      gap={6}
      mah={120}
      style={{ overflowY: 'auto' }}
      aria-label="Variables"
      tabIndex={0}
    >
      {found.data?.variables[type].map(({ name, label }) => (
        <Button key={name} size="compact-xs" variant="default" title={name} onClick={() => onPick(name)}>
          {label}
        </Button>
      ))}
    </Group>
  )
}

/** Drafts a prompt from the business profile. */
function Draft({ type, form }: { type: AiListType; form: Pick<Form, 'values' | 'set'> }) {
  const { prompt_type, language } = form.values
  const draft = useMutation({
    // Shown instead: the draft in the form
    mutationFn: () => call(generateFineTune, { body: { type, prompt_type, language }, quiet: true }),
    onSuccess: ({ data }) =>
      form.set({
        text: data.text,
        max_characters: data.max_characters,
        ...(form.values.name ? {} : { name: data.name }),
      }),
  })
  return (
    <>
      <Button variant="default" loading={draft.isPending} onClick={() => draft.mutate()}>
        Draft from my business profile
      </Button>
      {draft.isError && <Notice tone="danger">{errorMessage(draft.error)}</Notice>}
    </>
  )
}

function Content({ type, form }: { type: AiListType; form: Form }) {
  return (
    <>
      <Textarea
        {...form.field('text')}
        label="Instruction"
        description="What to write and how. Use double braces for lead and business values."
        minRows={5}
        maxRows={14}
        maxLength={MAX_PROMPT_LENGTH}
      />
      <Variables
        type={type}
        onPick={(name) => form.set({ text: `${form.values.text} {{ ${name} }}`.trim() })}
      />
      <Draft type={type} form={form} />
      <NumberInput {...form.field('max_characters')} label="Max length in characters" min={20} max={2000} />
      <NativeSelect {...form.field('language')} label="Language of the text" data={LANGUAGES} />
      <Switch {...form.field('is_shared', 'checkbox')} label="Share with the team" />
    </>
  )
}

function NewPrompt({ type, from, onClose }: { type: AiListType; from?: FineTune; onClose: () => void }) {
  const user = useUser()
  const own = user.custom_fields.filter(({ kind }) => kind === 'text')
  const initial: Values = {
    name: '',
    prompt_type: from?.prompt_type ?? 'first_line',
    field: '',
    text: from?.text ?? '',
    max_characters: from?.max_characters ?? PROMPT_TYPE_LENGTHS.first_line,
    language: from?.language ?? 'en',
    is_shared: true,
  }
  const form = useContractForm(createFineTune, {
    initial,
    body: ({ field, max_characters, ...values }: Values) => ({
      ...values,
      type,
      max_characters: Number(max_characters),
      ...(field ? { field } : {}),
    }),
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Save prompt" onCancel={onClose}>
      <TextInput {...form.field('name')} label="Name" maxLength={100} data-autofocus />
      <NativeSelect {...form.field('prompt_type')} label="Kind of text" data={TYPES} />
      {own.length > 0 && (
        <NativeSelect
          {...form.field('field')}
          label="Fills"
          data={[
            { value: '', label: 'Default field' },
            ...own.map(({ name, label }) => ({ value: name, label })),
          ]}
        />
      )}
      <Content type={type} form={form as unknown as Form} />
    </ContractForm>
  )
}

function ChangedPrompt({ prompt, onClose }: { prompt: FineTune & { id: number }; onClose: () => void }) {
  const { name, prompt_type, text, max_characters, language, is_shared } = prompt
  const form = useContractForm(updateFineTune, {
    initial: { name, prompt_type, field: '', text, max_characters, language, is_shared } as Values,
    params: { id: prompt.id },
    body: ({ prompt_type: _type, field: _field, ...values }: Values) => ({
      ...values,
      max_characters: Number(values.max_characters),
      version: prompt.version,
    }),
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Save prompt" onCancel={onClose} onlyChanges>
      <TextInput {...form.field('name')} label="Name" maxLength={100} data-autofocus />
      <Content type={prompt.type} form={form as unknown as Form} />
    </ContractForm>
  )
}

interface PromptDialogProps extends DialogState {
  type: AiListType
  /** A custom prompt to edit, or a built-in one to start from. */
  prompt?: FineTune
}

/** Creates a prompt, from scratch or from a built-in one, or edits one: a changed text is a new version. */
export function PromptDialog({ type, prompt, opened, onClose }: PromptDialogProps) {
  const isOwn = prompt !== undefined && prompt.id !== null
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={isOwn ? `Change “${prompt.name}”` : 'New prompt'}
      size={620}
    >
      {isOwn ? (
        <ChangedPrompt prompt={{ ...prompt, id: prompt.id as number }} onClose={onClose} />
      ) : (
        <NewPrompt type={type} onClose={onClose} {...(prompt ? { from: prompt } : {})} />
      )}
    </Modal>
  )
}
