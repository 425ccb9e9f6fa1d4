import { Button, Group, NativeSelect } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { setLeadStatus } from '#contract/leads/lead-edits.ts'
import { LEAD_STATUS_LABELS, LEAD_STATUSES, type LeadStatus } from '#contract/leads/lead-statuses.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { call } from '#web/lib/api.ts'
import { loadLater } from '../../../ui/load-later.tsx'
import { offerUndo } from '../lead-data/undo-change.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'

const EditDialog = loadLater(async () => (await import('./edit-dialog.tsx')).EditDialog)

/** Status of the open lead, and editing its values; nothing for one in the trash. */
export function LeadState({ target, lead }: { target: ListTarget; lead: Lead }) {
  const [editing, setEditing] = useState<'never' | 'open' | 'closed'>('never')
  const change = useMutation({
    mutationFn: (status: LeadStatus) =>
      call(setLeadStatus, {
        params: target,
        body: { selection: { resultIds: [lead.id] }, status },
        // Shown instead: a toast with Undo
        quiet: 'message',
      }),
    onSuccess: (reply) => offerUndo(target, reply),
  })
  if (lead.deleted_at) return null
  return (
    <Group gap="xs" mb="sm">
      <NativeSelect
        size="xs"
        aria-label="Status"
        value={String(lead.values.lead_status ?? LEAD_STATUSES[0])}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.value as LeadStatus)}
        data={LEAD_STATUSES.map((value) => ({ value, label: LEAD_STATUS_LABELS[value] }))}
      />
      <Button variant="default" leftSection={<IconPencil aria-hidden />} onClick={() => setEditing('open')}>
        Edit
      </Button>
      {editing !== 'never' && (
        <Suspense>
          <EditDialog
            target={target}
            lead={lead}
            opened={editing === 'open'}
            onClose={() => setEditing('closed')}
          />
        </Suspense>
      )}
    </Group>
  )
}
