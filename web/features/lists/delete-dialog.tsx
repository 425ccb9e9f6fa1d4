import { BIN_DAYS } from '#contract/constants.ts'
import type { List } from '#contract/lists.ts'
import { formatCount } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface DeleteDialogProps {
  /** Lists to delete; none keeps the dialog closed. */
  chosen: readonly List[]
  onDelete: () => Promise<unknown>
  onClose: () => void
}

/** Asks before lists go to the trash: one list with leads by its name, several with their number. */
export function DeleteDialog({ chosen, onDelete, onClose }: DeleteDialogProps) {
  const leads = chosen.reduce((sum, list) => sum + list.total, 0)
  const only = chosen.length === 1 ? chosen[0] : undefined
  const what = only ? 'this list' : formatCount(chosen.length, 'list')
  return (
    <ConfirmDialog
      opened={chosen.length > 0}
      onClose={onClose}
      title={only ? `Delete “${only.name}”?` : `Delete ${what}?`}
      confirmLabel={only ? 'Delete list' : `Delete ${what}`}
      danger
      {...(only && only.total > 0 ? { typedName: only.name } : {})}
      onConfirm={onDelete}
    >
      {leads > 0
        ? `${formatCount(leads, 'lead')} go to the trash together with ${what}. `
        : 'There are no leads in it. '}
      {`Everything can be restored for ${BIN_DAYS} days.`}
    </ConfirmDialog>
  )
}
