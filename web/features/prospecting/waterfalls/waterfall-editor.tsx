import { Button, Group, NativeSelect, NumberInput, Switch, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { WaterfallConditions } from '#contract/activity/run-kinds/waterfall.ts'
import {
  resetWaterfall,
  saveWaterfall,
  type Waterfall,
  waterfalls,
} from '#contract/prospecting/waterfalls.ts'
import { ApiError, call, errorMessage } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { Band } from '#web/ui/band.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { StepLines } from './step-lines.tsx'
import { WANT_LABELS } from './waterfall-labels.ts'

type Draft = Pick<Waterfall, 'steps' | 'conditions'>

const whole = (value: string | number): number | null => (typeof value === 'number' ? value : null)

function Conditions({
  want,
  value,
  onChange,
}: {
  want: Waterfall['want']
  value: WaterfallConditions
  onChange: (next: WaterfallConditions) => void
}) {
  return (
    <Group align="end" gap="12px 20px" mt="md">
      {want === 'email' && (
        <NativeSelect
          label="Stop at"
          value={value.stop_at}
          onChange={(event) =>
            onChange({ ...value, stop_at: event.currentTarget.value as 'any' | 'verified' })
          }
          data={[
            { value: 'any', label: 'First usable email' },
            { value: 'verified', label: 'The first verified email' },
          ]}
        />
      )}
      {want === 'phone' && (
        <Switch
          label="Mobile numbers only"
          checked={value.mobile_only}
          onChange={(event) => onChange({ ...value, mobile_only: event.currentTarget.checked })}
        />
      )}
      {(want === 'email' || want === 'phone') && (
        <NumberInput
          label="Max credits per lead"
          placeholder="No limit"
          min={0}
          max={1000}
          value={value.max_credits_per_lead ?? ''}
          onChange={(next) => onChange({ ...value, max_credits_per_lead: whole(next) })}
        />
      )}
      <NumberInput
        label="Replace values with confidence below"
        placeholder="Never replace"
        suffix=" %"
        min={0}
        max={100}
        value={value.skip_confidence === null ? '' : Math.round(value.skip_confidence * 100)}
        onChange={(next) =>
          onChange({ ...value, skip_confidence: typeof next === 'number' ? next / 100 : null })
        }
      />
    </Group>
  )
}

function useSave(waterfall: Waterfall) {
  const client = useQueryClient()
  const { want, version } = waterfall
  const refresh = () => client.invalidateQueries({ queryKey: [waterfalls.name] })
  const save = useMutation({
    mutationFn: (draft: Draft) =>
      // Shown instead: a toast of its own; an edit conflict beside the buttons
      call(saveWaterfall, { params: { want }, body: { ...draft, version }, quiet: true }),
    onSuccess: ({ message }) => showToast({ kind: 'success', message }),
    onError: (error) => {
      // Someone else saved first: their order is fetched, and the draft stays to be compared and saved again.
      if (error instanceof ApiError && error.code === 'conflict') void refresh()
    },
  })
  const reset = useMutation({
    mutationFn: () => call(resetWaterfall, { params: { want }, quiet: true }),
    onSuccess: ({ message }) => showToast({ kind: 'success', message }),
  })
  return { save, reset }
}

const orderLabel = (steps: Waterfall['steps'], sources: Waterfall['sources']): string =>
  steps
    .map(({ source }) => sources.find((candidate) => candidate.source === source)?.label ?? source)
    .join(', ')

/** The source order of one kind of value, edited as a draft and saved as a whole. */
export function WaterfallEditor({ waterfall }: { waterfall: Waterfall }) {
  const { want, steps, conditions, version, sources } = waterfall
  const [draft, setDraft] = useState<Draft>({ steps, conditions })
  const [since, setSince] = useState(version)
  const { save, reset } = useSave(waterfall)
  const saved = JSON.stringify({ steps, conditions })
  const isChanged = JSON.stringify(draft) !== saved
  const isConflict = save.error instanceof ApiError && save.error.code === 'conflict'
  useEffect(() => {
    if (version === since) return
    setSince(version)
    if (!isConflict) setDraft({ steps, conditions })
  }, [version, since, isConflict, steps, conditions])
  const labels = WANT_LABELS[want]
  const problem = save.error ?? reset.error
  return (
    <Band aria-labelledby={`waterfall-${want}`}>
      <Title order={2} mb={4} id={`waterfall-${want}`}>
        {labels.title}
      </Title>
      <Text c="dimmed">{`Stops at the first source that has ${want === 'email' ? 'an' : 'a'} ${labels.one}.`}</Text>
      <StepLines
        label={`Sources of ${labels.title.toLowerCase()}, in their order`}
        steps={draft.steps}
        sources={sources}
        onChange={(next) => setDraft({ ...draft, steps: next })}
      />
      <Conditions
        want={want}
        value={draft.conditions}
        onChange={(next) => setDraft({ ...draft, conditions: next })}
      />
      {problem && (
        <Notice tone="danger">
          {isConflict
            ? `Someone else saved this order: ${orderLabel(steps, sources)}. Save to replace it with yours, or discard your changes.`
            : errorMessage(problem)}
        </Notice>
      )}
      <Group gap="xs" mt="md">
        <Button
          disabled={!isChanged || draft.steps.length === 0}
          loading={save.isPending}
          onClick={() => save.mutate(draft)}
        >
          Save order
        </Button>
        {isChanged && (
          <Button
            variant="default"
            onClick={() => {
              save.reset()
              setDraft({ steps, conditions })
            }}
          >
            Discard changes
          </Button>
        )}
        {!isChanged && version > 0 && (
          <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
            Reset to default order
          </Button>
        )}
      </Group>
    </Band>
  )
}
