import { useQuery } from '@tanstack/react-query'
import { removalOfSource, removeSource } from '#contract/corpus-areas.ts'
import { call } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'

interface RemoveDialogProps extends DialogState {
  id: number
  name: string
  places: number
  onStarted: (runId: number) => void
}

/** Asks before a source goes with all its places: what goes, what stays, and its name. */
export function RemoveDialog({ opened, onClose, id, name, places, onStarted }: RemoveDialogProps) {
  const removal = useQuery({
    ...endpointQuery(removalOfSource, { params: { id } }),
    enabled: opened,
    staleTime: 0,
  })
  const linked = removal.data?.data.linked
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Remove “${name}”?`}
      confirmLabel="Remove source"
      danger
      typedName={name}
      onConfirm={async () => {
        const { data } = await call(removeSource, { params: { id }, quiet: 'errors' })
        onStarted(data.id)
      }}
    >
      {`${formatCount(places, 'place')} and their links to other sources go for good`}
      {linked ? `; ${formatNumber(linked)} of them are also in another source, where they stay.` : '.'}
      {' Leads that accounts already have stay too.'}
    </ConfirmDialog>
  )
}
