import { useQuery } from '@tanstack/react-query'
import { removalOfSource, removeSource } from '#contract/sources/corpus-areas.ts'
import { call } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'

interface RemoveDialogProps extends DialogState {
  id: number
  name: string
  onStarted: (runId: number) => void
}

/** Confirms removing a source with all its places; its name must be typed. */
export function RemoveDialog({ opened, onClose, id, name, onStarted }: RemoveDialogProps) {
  const removal = useQuery({
    ...endpointQuery(removalOfSource, { params: { id } }),
    enabled: opened,
    staleTime: 0,
  })
  const found = removal.data?.data
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
      {found &&
        `${formatCount(found.places, 'place')}${found.people > 0 ? ` and ${formatCount(found.people, 'person', 'people')}` : ''} are permanently deleted, with their links to other sources. `}
      {found &&
        found.linked > 0 &&
        `${formatNumber(found.linked)} are also in another source and stay there. `}
      Leads already in accounts stay.
    </ConfirmDialog>
  )
}
