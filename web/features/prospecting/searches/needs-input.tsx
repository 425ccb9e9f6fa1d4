import { NativeSelect } from '@mantine/core'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { services } from '#contract/leads/services.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Pending } from '#web/ui/pending.tsx'
import type { SearchDraft } from './search-draft.ts'

interface NeedsInputProps {
  draft: SearchDraft
  onChange: (next: SearchDraft) => void
}

/** "Who needs … ?": the service by which the new list is ordered. Nothing without services. */
export function NeedsInput({ draft, onChange }: NeedsInputProps) {
  const canNeed = LIST_TYPES[draft.type].fields.some(({ name }) => name === WHY_FIELD.name)
  const found = useEndpoint(services, {}, { enabled: canNeed })
  if (!canNeed) return null
  if (found.isPending) return <Pending />
  const all = found.data?.data ?? []
  if (all.length === 0) return null
  return (
    <NativeSelect
      label="Who needs …?"
      description="The list begins with those who need it most, once their websites are checked"
      value={all.some(({ id }) => id === draft.needs) ? String(draft.needs) : ''}
      onChange={(event) => onChange({ ...draft, needs: Number(event.currentTarget.value) || null })}
      data={[
        { value: '', label: 'Any service' },
        ...all.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}
