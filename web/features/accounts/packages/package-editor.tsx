import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { checkPackage, createPackage, publishPackage, updatePackage } from '#contract/accounts/plans.ts'
import { FILTER_DEBOUNCE_MS } from '#contract/core/constants.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { call } from '#web/lib/api.ts'
import { formatMinor } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EditorFields } from './editor-fields.tsx'
import { amountProblems, type EditorValues, editorTerms } from './editor-values.ts'

const LEAVING = { title: 'Leave without saving?', text: 'Your changes aren’t saved yet.' }

/** The floor price of the edited terms. */
function FloorNotice({ values }: { values: EditorValues }) {
  const [terms] = useDebouncedValue(editorTerms(values), FILTER_DEBOUNCE_MS)
  const found = useQuery({
    queryKey: ['packages.check', terms],
    // Shown instead: nothing for a check; publishing shows its own message after saving a draft
    queryFn: () => call(checkPackage, { body: terms, quiet: true }),
    placeholderData: (before) => before,
    retry: false,
  })
  const { floor, problems } = found.data?.data ?? {}
  if (!floor?.currency || floor.total_minor === 0) return null
  const { currency } = floor
  const parts = (
    [
      ['credits', floor.credits_minor],
      ['seats', floor.seats_minor],
      ['modules', floor.modules_minor],
    ] as const
  ).filter(([, minor]) => minor > 0)
  const costs = parts.map(([label, minor]) => `${label} ${formatMinor(minor, currency)}`).join(', ')
  return (
    <Notice
      tone={problems?.length ? 'warning' : 'success'}
      title={`Lowest price: ${formatMinor(floor.total_minor, currency)}`}
    >
      {`Your costs per ${values.period || 'month'}: ${costs}.`}
    </Notice>
  )
}

interface PackageEditorProps {
  /** Null for a new package. */
  id: number | null
  initial: EditorValues
  /** Whether there is an unpublished draft. */
  hasDraft?: boolean
  onDone: (id: number, published: boolean) => void
}

/** The editor of packages and plans: all terms of a version, saved as a draft or published at once. */
export function PackageEditor({ id, initial, hasDraft = false, onDone }: PackageEditorProps) {
  const intent = useIntentKey()
  async function save({ publish, ...values }: EditorValues & { publish: boolean }): Promise<number> {
    const { name } = values
    const body = { name, ...editorTerms(values) }
    if (id === null) {
      const input = { body: { ...body, publish } }
      const idempotencyKey = intent.keyFor(input)
      const { data } = await call(createPackage, { ...input, idempotencyKey, quiet: 'errors' })
      return data.id
    }
    const { data } = await call(updatePackage, { params: { id }, body, quiet: publish || 'errors' })
    if (publish && data.versions.some(({ state }) => state === 'draft'))
      await call(publishPackage, { params: { id }, quiet: 'errors' })
    return id
  }
  const form = useContractForm(checkPackage, {
    initial: { ...initial, publish: true },
    body: editorTerms,
    check: (values) => ({
      ...amountProblems(values),
      ...(values.name.trim() ? {} : { name: MESSAGES.required }),
    }),
    send: save,
    onSuccess: (saved, { publish }) => onDone(saved, publish),
  })
  const saveDraft = (
    <Button
      variant="default"
      disabled={form.busy || (id !== null && !form.dirty)}
      onClick={() => form.submit({ publish: false })}
    >
      Save draft
    </Button>
  )
  return (
    <ContractForm
      form={form}
      submitLabel={id === null ? 'Publish' : 'Publish changes'}
      onlyChanges={id !== null && !hasDraft}
      beside={saveDraft}
      leaving={LEAVING}
    >
      <EditorFields form={form as never} />
      <FloorNotice values={form.values} />
    </ContractForm>
  )
}
