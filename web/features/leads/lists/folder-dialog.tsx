import { Autocomplete, Button, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type List, listFolders } from '#contract/leads/lists.ts'
import { errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { ListDialogProps } from '#web/lib/list-actions.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { moveToFolder } from './list-mutations.ts'

type FormProps = Pick<ListDialogProps, 'onClose' | 'onDone'> & { chosen: readonly List[] }

function FolderForm({ chosen, onClose, onDone }: FormProps) {
  const folders = useEndpoint(listFolders).data?.data ?? []
  const current = chosen[0]?.folder ?? ''
  const before = chosen.every(({ folder }) => (folder ?? '') === current) ? current : ''
  const [name, setName] = useState(before)
  const move = useMutation({
    mutationFn: () => moveToFolder(chosen, name.trim() || null),
    onSuccess: () => {
      onDone()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!move.isPending) move.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Autocomplete
        label="Folder"
        description="Choose a folder or type the name of a new one. Leave it empty for no folder."
        data={folders.map(({ folder }) => folder)}
        value={name}
        onChange={setName}
        // The buttons stay visible until the list of folders is wanted, which then shows the others too.
        openOnFocus={false}
        {...(name === before && { filter: ({ options }) => options })}
        maxLength={60}
        error={move.isError ? errorMessage(move.error) : undefined}
        comboboxProps={{ withinPortal: true }}
        data-autofocus
      />
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={move.isPending}>
          Move
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Moves lists to a folder. */
export function FolderDialog({ chosen, onClose, onDone }: ListDialogProps) {
  const title =
    chosen.length === 1 ? `Move “${chosen[0]?.name}”` : `Move ${formatCount(chosen.length, 'list')}`
  return (
    <Modal opened={chosen.length > 0} onClose={onClose} title={title} size={420}>
      {chosen.length > 0 && <FolderForm chosen={chosen} onClose={onClose} onDone={onDone} />}
    </Modal>
  )
}
