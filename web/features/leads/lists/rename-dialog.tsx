import { Modal, TextInput } from '@mantine/core'
import { type List, renameList } from '#contract/leads/lists.ts'
import type { ListDialogProps } from '#web/lib/list-actions.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'

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
export function RenameDialog({ chosen: [list], onClose }: ListDialogProps) {
  return (
    <Modal opened={list !== undefined} onClose={onClose} title="Rename list" size={400}>
      {list && <RenameForm list={list} onClose={onClose} />}
    </Modal>
  )
}
