import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { ModuleSlug } from '#contract/constants.ts'
import type { Member } from '#contract/team.ts'
import { changedRights, draftOf } from './rights-draft.ts'
import { RightsFields } from './rights-fields.tsx'
import { fieldsOf, RightsForm } from './rights-form.tsx'
import { memberName } from './team-labels.ts'
import type { MemberChanges, TeamActions } from './use-team.ts'

interface EditRightsDialogProps {
  member: Member | null
  opened: boolean
  offered: readonly ModuleSlug[]
  update: TeamActions['update']
  onClose: () => void
}

/** Why the role of somebody stays as it is. */
function roleFixed(member: Member): string | undefined {
  if (member.is_me) return 'Another main user can change your role'
  if (member.role === 'admin') return 'Administrators are managed in the admin panel'
  return undefined
}

function EditForm({ member, offered, update, onClose }: EditRightsDialogProps & { member: Member }) {
  const [before] = useState(() => draftOf(member, offered))
  const [draft, setDraft] = useState(before)
  const errors = fieldsOf(update.error)
  const submit = () => {
    const changes = changedRights(before, draft) as MemberChanges
    if (Object.keys(changes).length === 0) onClose()
    else update.mutate({ member, changes }, { onSuccess: onClose })
  }
  return (
    <RightsForm
      errors={errors}
      failure={update.error}
      busy={update.isPending}
      submitLabel="Save"
      onSubmit={submit}
      onClose={onClose}
    >
      <RightsFields
        draft={draft}
        onChange={setDraft}
        offered={offered}
        errors={errors}
        roleFixed={roleFixed(member)}
        capFixed={member.is_me ? 'Another main user can change your limit' : undefined}
      />
    </RightsForm>
  )
}

/** Changes what a member may do. */
export function EditRightsDialog(props: EditRightsDialogProps) {
  const { member, opened, onClose } = props
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={member ? `Rights of ${memberName(member)}` : ''}
      size={480}
    >
      {member && <EditForm {...props} member={member} />}
    </Modal>
  )
}
