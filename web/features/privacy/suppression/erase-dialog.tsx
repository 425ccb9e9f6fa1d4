import { Button, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Run } from '#contract/activity/runs.ts'
import { erasePerson, previewErasure, showErasure } from '#contract/privacy/suppression.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { countLabels, isRunActive } from '#web/lib/run-facts.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { useRunStrip } from '#web/lib/use-run-strip.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RunStrip } from '#web/ui/run-strip.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { removedLabel } from './suppression-labels.ts'

const KINDS = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'profile', label: 'Profile URL' },
]

function Report({ id }: { id: number }) {
  const found = useEndpoint(showErasure, { params: { id } })
  if (!found.data) return null
  return <Notice tone="success">{removedLabel(found.data.data.removed)}</Notice>
}

const Strip = ({ run }: { run: Run }) => <RunStrip {...useRunStrip(run, countLabels(run.kind))} />

/** Progress of the erasure, and its result. */
function EraseProgress({ id, runId, onClose }: { id: number; runId: number; onClose: () => void }) {
  const found = useFollowedRun(runId)
  const run = found.data?.data
  return (
    <>
      {found.isPending && <SkeletonRows rows={1} height={56} label="Loading the progress" />}
      {found.isError && <LoadError what="The progress" query={found} />}
      {run && <Strip run={run} />}
      {run?.state === 'succeeded' && <Report id={id} />}
      {run && !isRunActive(run) && run.state !== 'succeeded' && (
        <Notice tone="danger">The erasure didn’t finish. Erase the person again to remove the rest.</Notice>
      )}
      <p>
        The person is on the suppression list, stored only as a hash. You can close this window: the erasure
        continues in the background. Earlier backups still contain the person.
      </p>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          {run && isRunActive(run) ? 'Close' : 'Done'}
        </Button>
      </DialogButtons>
    </>
  )
}

function EraseForm({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState('email')
  const [value, setValue] = useState('')
  const body = { [kind]: value.trim() }
  // Shown instead: the report in the dialog
  const look = useMutation({ mutationFn: () => call(previewErasure, { body, quiet: true }) })
  const erase = useMutation({ mutationFn: () => call(erasePerson, { body, quiet: true }) })
  const failure = look.error ?? erase.error
  const done = erase.data?.data
  if (done?.run_id) return <EraseProgress id={done.id} runId={done.run_id} onClose={onClose} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (look.data) erase.mutate()
        else if (value.trim()) look.mutate()
      }}
    >
      <Select
        label="Identified by"
        data={KINDS}
        value={kind}
        allowDeselect={false}
        onChange={(next) => {
          setKind(next ?? 'email')
          look.reset()
        }}
      />
      <TextInput
        mt="sm"
        label={KINDS.find((option) => option.value === kind)?.label}
        value={value}
        autoComplete="off"
        data-autofocus
        onChange={(event) => {
          setValue(event.currentTarget.value)
          look.reset()
        }}
      />
      {look.data && (
        <p aria-live="polite">
          {`Found so far: ${removedLabel(look.data.data.removed)}. Erasing also searches notes, texts, runs and files. You can’t undo it.`}
        </p>
      )}
      {failure && <Notice tone="danger">{errorMessage(failure)}</Notice>}
      <DialogButtons onCancel={onClose}>
        <Button
          type="submit"
          color={look.data ? 'red' : 'brand'}
          loading={look.isPending || erase.isPending}
          disabled={value.trim() === ''}
        >
          {look.data ? 'Erase' : 'Find data'}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Erases a person everywhere: shows the existing data, then progress and result. */
export const EraseDialog = formDialog('Erase a person', 520, EraseForm)
