import { Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ModuleSlug } from '#contract/constants.ts'
import { fieldErrors } from '#contract/messages.ts'
import { inviteMember } from '#contract/team.ts'
import { draftOf, fieldError, NEW_RIGHTS, rightsOf, type TeamRole } from './rights-draft.ts'
import { RightsFields } from './rights-fields.tsx'
import { fieldsOf, RightsForm } from './rights-form.tsx'
import type { TeamActions } from './use-team.ts'

interface InviteDialogProps {
  opened: boolean
  offered: readonly ModuleSlug[]
  invite: TeamActions['invite']
  onClose: () => void
}

function InviteForm({ offered, invite, onClose }: InviteDialogProps) {
  const [email, setEmail] = useState('')
  const [firstName, setFirstName] = useState('')
  const [rights, setRights] = useState(() => draftOf(NEW_RIGHTS, offered))
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const errors = { ...fieldsOf(invite.error, 'email'), ...wrong }
  const submit = () => {
    const { role, ...rest } = rightsOf(rights)
    const body = { email: email.trim(), first_name: firstName.trim(), role: role as TeamRole, ...rest }
    const checked = inviteMember.body?.safeParse(body)
    setWrong(checked?.error ? fieldErrors(checked.error) : {})
    if (checked?.success) invite.mutate(body, { onSuccess: onClose })
    else invite.reset()
  }
  return (
    <RightsForm
      errors={errors}
      failure={invite.error}
      busy={invite.isPending}
      submitLabel="Send invitation"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        name="email"
        type="email"
        label="E-mail"
        autoComplete="off"
        maxLength={254}
        data-autofocus
        value={email}
        error={fieldError(errors, 'email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        name="first_name"
        label="First name"
        description="Used in the greeting of the mail; may stay empty"
        autoComplete="off"
        maxLength={100}
        value={firstName}
        error={fieldError(errors, 'first_name')}
        onChange={(event) => setFirstName(event.currentTarget.value)}
      />
      <RightsFields draft={rights} onChange={setRights} offered={offered} errors={errors} />
    </RightsForm>
  )
}

/** Asks whom to invite, and with which rights. */
export function InviteDialog(props: InviteDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Invite to the team" size={480}>
      <InviteForm {...props} />
    </Modal>
  )
}
