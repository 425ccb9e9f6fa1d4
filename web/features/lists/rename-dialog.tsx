import { Modal, TextInput } from '@mantine/core'
import { type List, renameList } from '#contract/lists.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'

interface RenameDialogProps {
  list: List | null
  onClose: () => void
}

function RenameForm({ list, onClose }: { list: List; onClose: () => void }) {
  const form = useContractForm(renameList, {
    initial: { name: list.name },
    params: { id: list.id },
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Rename" onlyChanges onCancel={onClose}>
      <TextInput {...form.field('name')} label="Name" maxLength={200} data-autofocus />
    </ContractForm>
  )
}

/** Asks for a list's new name. */
export function RenameDialog({ list, onClose }: RenameDialogProps) {
  return (
    <Modal opened={list !== null} onClose={onClose} title="Rename list" size={400}>
      {list && <RenameForm list={list} onClose={onClose} />}
    </Modal>
  )
}
