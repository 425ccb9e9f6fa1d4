import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type Member, removeMember } from '#contract/identity/team.ts'
import { personName } from '#web/lib/account-labels.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { listHeirs } from './rights.ts'

interface RemoveDialogProps extends DialogState {
  member: Member
  members: readonly Member[]
}

/** Confirms removing a member, and who gets their lists. */
export function RemoveDialog({ member, opened, members, onClose }: RemoveDialogProps) {
  const heirs = listHeirs(member, members)
  const [chosen, setChosen] = useState<number | null>(null)
  const heir = chosen ?? heirs[0]?.id ?? 0
  const name = personName(member)
  const input = { params: { id: member.id }, query: { hand_over_to: heir } }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      danger
      {...(member.lists > 0 ? { typedName: member.email } : {})}
      onConfirm={() => call(removeMember, { ...input, quiet: 'errors' })}
    >
      {`${name} is signed out everywhere and can’t sign in again. You can’t undo this.`}
      {member.lists > 0 && (
        <NativeSelect
          mt="md"
          label={`Hand over ${formatCount(member.lists, 'list')} to`}
          value={String(heir)}
          data={heirs.map((person) => ({
            value: String(person.id),
            label: `${personName(person)}${person.is_me ? ' (you)' : ''}`,
          }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
    </ConfirmDialog>
  )
}
