import { Modal, NativeSelect, Text } from '@mantine/core'
import { type Label, mergeLabels, restoreLabel } from '#contract/leads/labels.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'

interface MergeProps {
  label: Label
  others: readonly Label[]
}

function MergeForm({ label, others, onClose }: MergeProps & { onClose: () => void }) {
  const form = useContractForm(mergeLabels, {
    initial: { into: String(others[0]?.id ?? '') },
    params: { id: label.id },
    body: ({ into }) => ({ into: Number(into) }),
    quiet: true,
    onSuccess: ({ data }) => {
      showUndoToast(
        `“${label.name}” merged into “${data.name}”`,
        () => void call(restoreLabel, { params: { id: label.id } }).catch(() => {}),
      )
      onClose()
    },
  })
  return (
    <ContractForm form={form} submitLabel="Merge" onCancel={onClose}>
      <NativeSelect
        {...form.field('into')}
        label="Into"
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Text c="dimmed">
        {formatCount(label.leads, 'lead')} get this label instead. “{label.name}” is deleted.
      </Text>
    </ContractForm>
  )
}

/** Merges a label into another one. */
export function MergeDialog({ label, others, opened, onClose }: DialogState & MergeProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Merge “${label.name}”`} size={420}>
      <MergeForm label={label} others={others} onClose={onClose} />
    </Modal>
  )
}
