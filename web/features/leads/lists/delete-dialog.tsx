import { BIN_DAYS } from '#contract/core/constants.ts'
import { formatCount } from '#web/lib/format.ts'
import type { ListDialogProps } from '#web/lib/list-actions.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { remove } from './list-mutations.ts'

/** Confirms deleting lists: one with leads by typing its name, several by number. */
export function DeleteDialog({ chosen, onClose, onDone }: ListDialogProps) {
  const leads = chosen.reduce((sum, list) => sum + list.total, 0)
  const only = chosen.length === 1 ? chosen[0] : undefined
  const subject = only ? 'this list' : formatCount(chosen.length, 'list')
  return (
    <ConfirmDialog
      opened={chosen.length > 0}
      onClose={onClose}
      title={only ? `Delete “${only.name}”?` : `Delete ${subject}?`}
      confirmLabel={only ? 'Delete list' : `Delete ${subject}`}
      danger
      {...(only && only.total > 0 ? { typedName: only.name } : {})}
      onConfirm={() => remove(chosen).then(onDone)}
    >
      {leads > 0
        ? `${formatCount(leads, 'lead')} are moved to the trash together with ${subject}. `
        : 'It has no leads. '}
      {`Everything can be restored for ${BIN_DAYS} days.`}
    </ConfirmDialog>
  )
}
