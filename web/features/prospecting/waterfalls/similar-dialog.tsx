import { Button, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  DEFAULT_SIMILAR,
  findSimilar,
  MAX_SEEDS,
  MAX_SIMILAR,
  SIMILAR_CHARGES,
  type SimilarType,
} from '#contract/prospecting/find-similar.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { creditPrice } from '#web/lib/credit-prices.ts'
import { formatCount, formatCredits } from '#web/lib/format.ts'
import type { LeadDialogProps, LeadRequest } from '#web/lib/lead-actions.ts'
import { showToast } from '#web/lib/toast.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** By list type: singular, plural, and what similar leads have in common. */
const SIMILAR: Record<SimilarType, { one: string; many: string; alike: string }> = {
  people: {
    one: 'person',
    many: 'people',
    alike: 'people with the same position and country',
  },
  local: {
    one: 'business',
    many: 'businesses',
    alike: 'businesses of the same kind in the same city',
  },
  influencer: {
    one: 'influencer',
    many: 'influencers',
    alike: 'influencers with similar topics',
  },
}

/** Ids of ticked leads; a selection by filter has none. */
const listIds = ({ selection }: LeadRequest): number[] =>
  'resultIds' in selection ? selection.resultIds : []

function SimilarForm({ leadRequest, onClose, onStarted }: LeadDialogProps) {
  const [limit, setLimit] = useState<number>(DEFAULT_SIMILAR)
  const [name, setName] = useState('')
  const intent = useIntentKey()
  const ids = listIds(leadRequest)
  const type = leadRequest.target.type as SimilarType
  const { one, many, alike } = SIMILAR[type]
  const price = creditPrice(SIMILAR_CHARGES[type])
  const start = useMutation({
    mutationFn: () => {
      const body = { ids, limit, ...(name.trim() ? { name: name.trim() } : {}) }
      const { id } = leadRequest.target
      return call(findSimilar, {
        params: { type, id },
        body,
        // Shown instead: a toast of its own with the number of people; the run's progress
        quiet: true,
        idempotencyKey: intent.keyFor({ id, body }),
      })
    },
    onSuccess: ({ data, message }) => {
      intent.forget()
      showToast({
        kind: 'success',
        message: `${message}: ${formatCount(data.expected, one, many)} expected`,
      })
      onStarted({ runId: data.run.id, listId: data.list_id })
      onClose()
    },
  })
  const problem =
    ids.length === 0
      ? `Select ${many} to find similar ones`
      : ids.length > MAX_SEEDS
        ? `Select at most ${MAX_SEEDS} ${many}`
        : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!problem && !start.isPending) start.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text c="dimmed">
          {`Finds ${alike} in all your sources. ${formatCredits(price)} per new ${one}. Free with your own keys and for ${many} you already paid for.`}
        </Text>
        <NumberInput
          label="How many"
          min={1}
          max={MAX_SIMILAR}
          value={limit}
          onChange={(next) => typeof next === 'number' && next >= 1 && setLimit(next)}
        />
        <TextInput
          label="List name"
          placeholder="Like the first one"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {problem && <Notice tone="warning">{problem}</Notice>}
        {start.isError && <Notice tone="danger">{errorMessage(start.error)}</Notice>}
      </Stack>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={start.isPending} disabled={problem !== null}>
          {`Find similar · up to ${formatCredits(limit * price)}`}
        </Button>
      </DialogButtons>
    </form>
  )
}

export const SimilarDialog = formDialog(
  (props) => `Find similar ${SIMILAR[props.leadRequest.target.type as SimilarType].many}`,
  480,
  SimilarForm,
)
