import { Button, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type FineTune, fineTuneVersions } from '#contract/ai/ai-prompts.ts'
import { lists } from '#contract/leads/lists.ts'
import { errorMessage } from '#web/lib/api.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PreviewResult } from './preview-result.tsx'
import { useWrite } from './use-write.ts'

const LISTS_SHOWN = 100
const ALL = { filters: {} } as never
/** Value of the built-in prompt of the same kind. */
const BUILT_IN = '0'

function CompareForm({ prompt, onClose }: { prompt: FineTune & { id: number }; onClose: () => void }) {
  const { type, prompt_type, id } = prompt
  const found = useEndpoint(lists, { query: { type, limit: LISTS_SHOWN } })
  const versions = useEndpoint(fineTuneVersions, { params: { id } })
  const own = versions.data?.data ?? []
  const [chosen, setChosen] = useState<{ list: string; one: string; other: string }>({
    list: '',
    one: '',
    other: '',
  })
  const list = chosen.list || String(found.data?.data[0]?.id ?? '')
  const one = chosen.one || String(own[0]?.version ?? prompt.version)
  const other = chosen.other || String(own[1]?.version ?? BUILT_IN)
  const write = useWrite({ type, id: Number(list) }, { selection: ALL })
  const choice = (version: string) =>
    version === BUILT_IN
      ? { prompt_type, fine_tune_id: null }
      : { prompt_type, fine_tune_id: id, version: Number(version) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!list || one === other || write.isPending) return
    write.mutate({
      request: {
        prompts: [choice(one), choice(other)],
        readWebsites: false,
        modelCheck: false,
        review: true,
      },
      quote: null,
    })
  }
  const options = [
    ...own.map(({ version }) => ({ value: String(version), label: `Version ${version}` })),
    { value: BUILT_IN, label: 'Default' },
  ]
  const runId = write.data?.data.run.id
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text c="dimmed">
          Writes both versions for the first five leads of a list without changing them. You pay for the
          tokens used.
        </Text>
        <NativeSelect
          label="List"
          data={(found.data?.data ?? []).map(({ id: value, name }) => ({
            value: String(value),
            label: name,
          }))}
          value={list}
          onChange={(event) => setChosen({ ...chosen, list: event.currentTarget.value })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={20} verticalSpacing="sm">
          <NativeSelect
            label="This one"
            data={options}
            value={one}
            onChange={(event) => setChosen({ ...chosen, one: event.currentTarget.value })}
          />
          <NativeSelect
            label="Beside"
            data={options}
            value={other}
            error={one === other ? 'Choose two versions' : undefined}
            onChange={(event) => setChosen({ ...chosen, other: event.currentTarget.value })}
          />
        </SimpleGrid>
        {found.data?.data.length === 0 && <Notice tone="warning">No lists of this type yet</Notice>}
        {write.isError && <Notice tone="danger">{errorMessage(write.error)}</Notice>}
        {runId !== undefined && <PreviewResult key={runId} runId={runId} side />}
      </Stack>
      <DialogButtons onCancel={onClose} cancelLabel="Close">
        <Button type="submit" loading={write.isPending} disabled={!list || one === other}>
          Compare
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Compares two versions of a prompt on sample rows, with their cost. */
export const CompareDialog = formDialog(
  ({ prompt }) => `Compare versions of “${prompt.name}”`,
  860,
  CompareForm,
)
