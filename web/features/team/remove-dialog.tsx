import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Member } from '#contract/team.ts'
import { formatCount } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { heirsOf, memberName } from './team-labels.ts'

interface RemoveDialogProps {
  member: Member | null
  opened: boolean
  members: readonly Member[]
  onRemove: (member: Member, heir: number) => Promise<unknown>
  onClose: () => void
}

/** Asks before somebody leaves the team, and who gets the lists. */
export function RemoveDialog({ member, opened, members, onRemove, onClose }: RemoveDialogProps) {
  const [chosen, setChosen] = useState<{ of: number; heir: number } | null>(null)
  const heirs = member ? heirsOf(member, members) : []
  const heir = chosen && chosen.of === member?.id ? chosen.heir : (heirs[0]?.id ?? 0)
  const name = member ? memberName(member) : ''
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      danger
      {...(member && member.lists > 0 ? { typedName: member.email } : {})}
      onConfirm={() => member && onRemove(member, heir)}
    >
      {`${name} is signed out everywhere at once and can no longer sign in. This cannot be undone.`}
      {member && member.lists > 0 && (
        <NativeSelect
          mt="md"
          label={`Hand over ${formatCount(member.lists, 'list')} to`}
          value={String(heir)}
          data={heirs.map((one) => ({
            value: String(one.id),
            label: `${memberName(one)}${one.is_me ? ' (you)' : ''}`,
          }))}
          onChange={(event) => setChosen({ of: member.id, heir: Number(event.currentTarget.value) })}
        />
      )}
    </ConfirmDialog>
  )
}
