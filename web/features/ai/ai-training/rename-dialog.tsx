import { NativeSelect, TextInput } from '@mantine/core'
import {
  type TrainingFile,
  updateTrainingFile,
  updateWebsiteLink,
  type WebsiteLink,
} from '#contract/ai/ai-training.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { LANGUAGE_OPTIONS } from './training-labels.ts'

type Item = Pick<WebsiteLink | TrainingFile, 'id' | 'title' | 'language'>

function Fields({ kind, item, onClose }: { kind: 'page' | 'file'; item: Item; onClose: () => void }) {
  const form = useContractForm(
    (kind === 'page' ? updateWebsiteLink : updateTrainingFile) as typeof updateTrainingFile,
    {
      initial: { title: item.title, language: item.language },
      params: { id: item.id },
      onSuccess: onClose,
    },
  )
  return (
    <ContractForm form={form} submitLabel="Save" onCancel={onClose} onlyChanges>
      <TextInput {...form.field('title')} label="Title" maxLength={300} data-autofocus />
      <NativeSelect
        {...form.field('language')}
        label="Language"
        description="Used to search word forms"
        data={LANGUAGE_OPTIONS}
      />
    </ContractForm>
  )
}

/** Changes title and language of a page or file. */
export const RenameDialog = formDialog(({ item }) => `Edit “${item.title}”`, 460, Fields)
