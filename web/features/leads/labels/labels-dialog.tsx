import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { createLabel, labelLeads } from '#contract/leads/labels.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { offerUndo } from '../lead-data/undo-change.ts'
import { LabelChip } from './label-chip.tsx'
import { useLabels } from './use-labels.ts'

/** Change of a label: add to all leads, remove from all, or keep. */
type Change = 'add' | 'remove'
const NEXT: Record<Change | 'keep', Change | undefined> = { keep: 'add', add: 'remove', remove: undefined }
const CHANGE_LABELS: Record<Change | 'keep', string> = { keep: 'No change', add: 'Add', remove: 'Remove' }

function LabelsForm({ leadRequest, onClose }: Pick<LeadDialogProps, 'leadRequest' | 'onClose'>) {
  const { target, selection } = leadRequest
  const labels = useLabels()
  const [typed, setTyped] = useState('')
  const [changes, setChanges] = useState<ReadonlyMap<number, Change>>(new Map())
  const turn = (id: number) => {
    const next = new Map(changes)
    const choice = NEXT[changes.get(id) ?? 'keep']
    if (choice) next.set(id, choice)
    else next.delete(id)
    setChanges(next)
  }
  const needle = typed.trim().toLowerCase()
  const shown = labels.rows?.filter(({ name }) => name.toLowerCase().includes(needle)) ?? []
  const isNew = needle !== '' && !labels.rows?.some(({ name }) => name.toLowerCase() === needle)
  const make = useMutation({
    // Shown instead: the new label in the dialog; a toast with Undo
    mutationFn: () => call(createLabel, { body: { name: typed.trim() }, quiet: true }),
    onSuccess: ({ data }) => {
      setChanges(new Map(changes).set(data.id, 'add'))
      setTyped('')
    },
  })
  const listIds = (choice: Change) =>
    [...changes].flatMap(([id, labelChoice]) => (labelChoice === choice ? [id] : []))
  const change = useMutation({
    mutationFn: () =>
      call(labelLeads, {
        params: target,
        body: { selection, add: listIds('add'), remove: listIds('remove') },
        quiet: true,
      }),
    onSuccess: (reply) => {
      offerUndo(target, reply)
      onClose()
    },
  })
  const failure = make.error ?? change.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isNew && !make.isPending) make.mutate()
    else if (changes.size > 0 && !change.isPending) change.mutate()
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label={`Labels for ${formatCount(leadRequest.count, 'lead')}`}
        placeholder="Find or name a label"
        value={typed}
        maxLength={40}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      {labels.isPending && <SkeletonRows rows={3} height={28} label="Loading the labels" />}
      {labels.isError && !labels.rows && <LoadError what="The labels" query={labels} />}
      <Stack gap={4} mah={320} mt="xs" p={4} style={{ overflow: 'auto' }}>
        {isNew && (
          <Button
            variant="subtle"
            justify="start"
            leftSection={<IconPlus aria-hidden />}
            loading={make.isPending}
            onClick={() => make.mutate()}
          >
            Create label “{typed.trim()}”
          </Button>
        )}
        {shown.map(({ id, name, color }) => {
          const choice = changes.get(id) ?? 'keep'
          return (
            <Group key={id} justify="space-between" wrap="nowrap" gap="xs">
              <Checkbox
                checked={choice === 'add'}
                indeterminate={choice === 'keep'}
                onChange={() => turn(id)}
                label={<LabelChip name={name} color={color} />}
                aria-label={`${name}: ${CHANGE_LABELS[choice].toLowerCase()}`}
              />
              <Text component="span" c="dimmed" fz="sm">
                {CHANGE_LABELS[choice]}
              </Text>
            </Group>
          )
        })}
        {labels.rows?.length === 0 && !isNew && (
          <Text c="dimmed" fz="sm">
            No labels yet. Type a name to create one.
          </Text>
        )}
      </Stack>
      {failure && <Notice tone="danger">{errorMessage(failure)}</Notice>}
      <DialogButtons onCancel={onClose}>
        <Button
          type="button"
          loading={change.isPending}
          disabled={changes.size === 0}
          onClick={() => change.mutate()}
        >
          Change labels
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Adds labels to leads and removes them. */
export const LabelsDialog = formDialog('Labels', 420, LabelsForm)
