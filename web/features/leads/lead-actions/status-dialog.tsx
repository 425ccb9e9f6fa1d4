import { Button, Radio, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { setLeadStatus } from '#contract/leads/lead-edits.ts'
import { LEAD_STATUS_LABELS, LEAD_STATUSES, type LeadStatus } from '#contract/leads/lead-statuses.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { offerUndo } from '../lead-data/undo-change.ts'

function StatusForm({ leadRequest, onClose }: Pick<LeadDialogProps, 'leadRequest' | 'onClose'>) {
  const { target, selection } = leadRequest
  const [status, setStatus] = useState<LeadStatus>('contacted')
  const change = useMutation({
    // Shown instead: a toast with Undo
    mutationFn: () => call(setLeadStatus, { params: target, body: { selection, status }, quiet: true }),
    onSuccess: (reply) => {
      offerUndo(target, reply)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) change.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Radio.Group
        label={`Status of ${formatCount(leadRequest.count, 'lead')}`}
        value={status}
        onChange={(value) => setStatus(value as LeadStatus)}
      >
        <Stack gap={8} mt={6}>
          {LEAD_STATUSES.map((value) => (
            <Radio key={value} value={value} label={LEAD_STATUS_LABELS[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {change.isError && <Notice tone="danger">{errorMessage(change.error)}</Notice>}
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={change.isPending} data-autofocus>
          Set status
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Sets the status of leads. */
export const StatusDialog = formDialog('Set status', 400, StatusForm)
