import { Box, Button, Checkbox, Group, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CLEAN_UP_LABELS, type CleanUpKind, cleanUp, previewCleanUp } from '#contract/leads/clean-up.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { offerUndo } from '../lead-data/undo-change.ts'

/** Number of examples per kind. */
const SHOWN = 4

function CleanUpForm({ leadRequest, onClose }: Pick<LeadDialogProps, 'leadRequest' | 'onClose'>) {
  const { target, selection } = leadRequest
  const preview = useQuery({
    queryKey: [previewCleanUp.name, target, selection],
    queryFn: ({ signal }) =>
      // Shown instead: a toast with Undo; the check only reads
      call(previewCleanUp, { params: target, body: { selection }, signal, quiet: true, read: true }),
    staleTime: 0,
    gcTime: 0,
  })
  const found = preview.data?.data.filter(({ count }) => count > 0) ?? []
  const [deselected, setDeselected] = useState<ReadonlySet<CleanUpKind>>(new Set())
  const kinds = found.map(({ kind }) => kind).filter((kind) => !deselected.has(kind))
  const change = useMutation({
    mutationFn: () => call(cleanUp, { params: target, body: { selection, kinds }, quiet: true }),
    onSuccess: (reply) => {
      offerUndo(target, reply)
      onClose()
    },
  })
  const turn = (kind: CleanUpKind) => {
    const next = new Set(deselected)
    if (!next.delete(kind)) next.add(kind)
    setDeselected(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (kinds.length > 0 && !change.isPending) change.mutate()
  }
  return (
    <form onSubmit={submit}>
      {preview.isPending && <SkeletonRows rows={4} height={40} label="Checking values" />}
      {preview.isError && <LoadError what="The preview" query={preview} />}
      {preview.data && found.length === 0 && <p>Nothing to clean up.</p>}
      <Stack gap="md">
        {found.map(({ kind, count, examples }) => (
          <div key={kind}>
            <Checkbox
              checked={!deselected.has(kind)}
              onChange={() => turn(kind)}
              label={`${CLEAN_UP_LABELS[kind]}: ${formatCount(count, 'lead')}`}
            />
            <Box component="ul" mt={2}>
              {examples.slice(0, SHOWN).map(({ lead_id: id, field, from, to }) => (
                <Group key={`${id} ${field}`} component="li" align="baseline" gap="0 8px" c="dimmed">
                  {from} → {to}
                </Group>
              ))}
            </Box>
          </div>
        ))}
      </Stack>
      {change.isError && <Notice tone="danger">{errorMessage(change.error)}</Notice>}
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={change.isPending} disabled={kinds.length === 0}>
          Clean up
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Previews a clean-up, and runs it as one change. */
export const CleanUpDialog = formDialog('Clean up', 480, CleanUpForm)
