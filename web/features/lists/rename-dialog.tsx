import { Button, Group, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { List } from '#contract/lists.ts'
import { MESSAGES } from '#contract/messages.ts'

interface RenameDialogProps {
  list: List | null
  busy: boolean
  onRename: (name: string) => void
  onClose: () => void
}

function RenameForm({ list, busy, onRename, onClose }: RenameDialogProps & { list: List }) {
  const [name, setName] = useState(list.name)
  const missing = name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing || busy) return
    if (name.trim() === list.name) onClose()
    else onRename(name.trim())
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label="Name"
        value={name}
        maxLength={200}
        error={missing ? MESSAGES.required : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={missing}>
          Rename
        </Button>
      </Group>
    </form>
  )
}

/** Asks for a list's new name. */
export function RenameDialog(props: RenameDialogProps) {
  return (
    <Modal opened={props.list !== null} onClose={props.onClose} title="Rename the list" size={400}>
      {props.list && <RenameForm {...props} list={props.list} />}
    </Modal>
  )
}
