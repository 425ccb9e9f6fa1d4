import { Checkbox, FileInput, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { KitDocument } from '#contract/admin/kit-document.ts'
import { kitLibrary, libraryKit } from '#contract/admin/kit-library.ts'
import { KIT_PART_NAMES, type KitPartName, partLabel } from '#contract/admin/kit-part-names.ts'
import { exportKit } from '#contract/admin/kits.ts'
import {
  addKitVersion,
  createKit,
  type StoredKit,
  type StoredKitDetail,
  showKit,
} from '#contract/admin/stored-kits.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { CustomerSelect } from './customer-select.tsx'
import { type KitFile, nameLine, readKitFile } from './kit-file.ts'

const EMPTY = {
  source: 'own' as 'own' | 'customer' | 'built-in' | 'file' | 'link',
  from_account_id: '',
  parts: [...KIT_PART_NAMES] as KitPartName[],
  built_in: '',
  document: null as KitDocument | null,
  file: null as KitFile | null,
  link: '',
  name: '',
  note: '',
}
type Values = typeof EMPTY

/** What a kit without a name of its own gets. */
const HAS_NAME: readonly Values['source'][] = ['built-in', 'file', 'link']

const isFromAccount = ({ source }: Values): boolean => source === 'own' || source === 'customer'

function makeBody(values: Values) {
  const { source, from_account_id, parts, file, link, name, note } = values
  const document = source === 'file' ? file?.document : values.document
  return {
    ...(name.trim() && { name }),
    note,
    ...(isFromAccount(values) && { parts }),
    ...(source === 'customer' && from_account_id && { from_account_id: Number(from_account_id) }),
    ...((source === 'file' || source === 'built-in') && document && { document }),
    ...(source === 'link' && { link }),
  }
}

/** The values with the document of the chosen built-in kit. */
async function addBuiltIn(values: Values): Promise<Values> {
  if (values.source !== 'built-in') return values
  const { data } = await call(libraryKit, { params: { name: values.built_in }, quiet: 'errors' })
  return { ...values, document: data.document as KitDocument }
}

/**
 * The values with those of the ticked parts in which the account or the kit has something: others would only fill the
 * list of what is in the kit.
 */
async function leaveOutEmpty(values: Values, kit: KitSourceFormProps['kit']): Promise<Values> {
  if (!isFromAccount(values)) return values
  const { source, from_account_id } = values
  const query = source === 'customer' ? { account_id: Number(from_account_id) } : {}
  const { data: found } = await call(exportKit, { query, quiet: 'errors' })
  const before = kit ? (await call(showKit, { params: { id: kit.id }, quiet: 'errors' })).data.parts : []
  const parts = values.parts.filter((part) => part in found || before.includes(part))
  if (parts.length === 0)
    throw new Error('The account has no settings in these parts. Tick others, or add some there')
  return { ...values, parts }
}

const check =
  (isNew: boolean) =>
  (values: Values): Record<string, string> => ({
    ...(isNew && isFromAccount(values) && !values.name.trim() && { name: MESSAGES.required }),
    ...(values.source === 'customer' && !values.from_account_id && { from_account_id: MESSAGES.required }),
    ...(values.source === 'built-in' && !values.built_in && { built_in: MESSAGES.required }),
    ...(values.source === 'file' && !values.file && { file: 'Choose a file' }),
    ...(isFromAccount(values) && values.parts.length === 0 && { parts: 'Tick at least one' }),
  })

/** A kit as a YAML or JSON file; what is wrong with it is shown at once. */
function FileField({ form }: { form: Form<Values> }) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const read = async (chosen: File | null) => {
    setFile(chosen)
    setProblem(undefined)
    form.set({ file: null })
    if (!chosen) return
    try {
      form.set({ file: await readKitFile(chosen) })
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }
  return (
    <FileInput
      label="File"
      placeholder="Choose a YAML or JSON file"
      accept=".yaml,.yml,.json"
      clearable
      clearButtonProps={{ 'aria-label': 'Remove the file' }}
      value={file}
      error={problem ?? form.errors.file}
      onChange={(chosen) => void read(chosen)}
    />
  )
}

function Parts({ form }: { form: Form<Values> }) {
  return (
    <Checkbox.Group
      {...form.field('parts')}
      label="Parts"
      description="People, access and keys are never in a kit."
    >
      <Stack gap={8} my={8}>
        {KIT_PART_NAMES.map((name) => (
          <Checkbox key={name} size="xs" value={name} label={partLabel(name)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** The kits that come with the program, each with what it is for. */
function BuiltInField({ form }: { form: Form<Values> }) {
  const kits = useEndpoint(kitLibrary).data?.data ?? []
  const chosen = kits.find(({ name }) => name === form.values.built_in)
  return (
    <NativeSelect
      {...form.field('built_in')}
      label="Built-in kit"
      description={chosen?.description}
      data={[
        { value: '', label: 'Choose one' },
        ...kits.map(({ name, kit }) => ({ value: name, label: kit })),
      ]}
    />
  )
}

function SourceFields({ form, isNew }: { form: Form<Values>; isNew: boolean }) {
  const { values, errors, set } = form
  return (
    <>
      <Radio.Group {...form.field('source')} label="Take the settings from">
        <Stack gap={8} mt={4}>
          <Radio size="xs" value="own" label="Your own account" />
          <Radio size="xs" value="customer" label="A customer’s account" />
          {isNew && <Radio size="xs" value="built-in" label="A built-in kit" />}
          <Radio size="xs" value="file" label="A file" />
          <Radio size="xs" value="link" label="The link of another kit" />
        </Stack>
      </Radio.Group>
      {values.source === 'customer' && (
        <CustomerSelect
          label="Customer"
          value={values.from_account_id}
          error={errors.from_account_id}
          onChange={(from_account_id) => set({ from_account_id })}
        />
      )}
      {values.source === 'built-in' && <BuiltInField form={form} />}
      {values.source === 'file' && <FileField form={form} />}
      {values.source === 'link' && (
        <TextInput {...form.field('link')} label="Link" maxLength={500} autoComplete="off" />
      )}
      {isFromAccount(values) && <Parts form={form} />}
    </>
  )
}

interface KitSourceFormProps {
  /** The kit that gets another version; absent for a new kit. */
  kit?: Pick<StoredKit, 'id' | 'name'>
  onSaved?: (kit: StoredKitDetail) => void
  onClose: () => void
}

function KitSourceForm({ kit, onSaved, onClose }: KitSourceFormProps) {
  const intent = useIntentKey()
  const form = useContractForm(createKit, {
    initial: EMPTY,
    body: makeBody,
    check: check(kit === undefined),
    send: async (values) => {
      const body = makeBody(await leaveOutEmpty(await addBuiltIn(values), kit))
      const options = { idempotencyKey: intent.keyFor(body), quiet: 'errors' } as const
      const { name: _name, ...version } = body
      try {
        if (!kit) return await call(createKit, { body, ...options })
        return await call(addKitVersion, { params: { id: kit.id }, body: version, ...options })
      } catch (error) {
        throw values.source === 'file' && values.file ? nameLine(values.file, error) : error
      }
    },
    onSuccess: ({ data }) => {
      onClose()
      onSaved?.(data)
    },
  })
  const { source, file } = form.values
  return (
    <ContractForm form={form} submitLabel={kit ? 'Add version' : 'Create kit'} onCancel={onClose}>
      {!kit && (
        <TextInput
          {...form.field('name')}
          label="Name"
          placeholder={source === 'file' ? file?.document.kit : undefined}
          description={HAS_NAME.includes(source) ? 'Leave it empty to take the name of the kit' : undefined}
          maxLength={100}
          autoComplete="off"
          data-autofocus
        />
      )}
      <SourceFields form={form} isNew={kit === undefined} />
      <Textarea
        {...form.field('note')}
        label={kit ? 'What is new' : 'Note'}
        description="For you and your team, beside the version"
        autosize
        minRows={2}
        maxLength={500}
      />
    </ContractForm>
  )
}

export const NewKitDialog = formDialog('New kit', 480, KitSourceForm)
export const NewVersionDialog = formDialog(
  ({ kit }: KitSourceFormProps) => `New version of ${kit?.name ?? ''}`,
  480,
  KitSourceForm,
)
