import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Member } from '#contract/team.ts'
import { formatCount } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { heirsOf, memberName } from './team-words.ts'

interface RemoveDialogProps {
  member: Member | null
  opened: boolean
  members: readonly Member[]
  onRemove: (member: Member, heir: number) => Promise<unknown>
  onClose: () => void
}

function Removal({ member, opened, members, onRemove, onClose }: RemoveDialogProps & { member: Member }) {
  const heirs = heirsOf(member, members)
  const [heir, setHeir] = useState(heirs[0]?.id ?? 0)
  const name = memberName(member)
  const lists = formatCount(member.lists, 'list')
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      danger
      {...(member.lists > 0 ? { typedName: member.email } : {})}
      onConfirm={() => onRemove(member, heir)}
    >
      {`${name} is signed out everywhere at once and can no longer sign in. This cannot be undone.`}
      {member.lists > 0 && (
        <NativeSelect
          mt="md"
          label={`Hand over ${lists} to`}
          value={String(heir)}
          data={heirs.map((one) => ({
            value: String(one.id),
            label: `${memberName(one)}${one.is_me ? ' (you)' : ''}`,
          }))}
          onChange={(event) => setHeir(Number(event.currentTarget.value))}
        />
      )}
    </ConfirmDialog>
  )
}

/** Asks before somebody leaves the team, and who gets the lists. */
export function RemoveDialog(props: RemoveDialogProps) {
  return props.member && <Removal key={props.member.id} {...props} member={props.member} />
}
