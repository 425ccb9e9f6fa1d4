import { Text } from '@mantine/core'
import { downloadBackup } from '#contract/admin/backups.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { download } from '#web/lib/api.ts'
import { useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { OwnPasswordInput } from '#web/ui/own-password-input.tsx'

function DownloadForm({ name, onClose }: { name: string; onClose: () => void }) {
  const { has_password: needsPassword } = useUser()
  const form = useContractForm(downloadBackup, {
    initial: { password: '' },
    params: { name },
    // Shown instead: the download of the browser
    quiet: true,
    body: ({ password }) => (needsPassword ? { password } : {}),
    check: ({ password }): Record<string, string> =>
      needsPassword && !password ? { password: MESSAGES.required } : {},
    onSuccess: ({ data }) => {
      download(data.url)
      onClose()
    },
  })
  return (
    <ContractForm form={form} submitLabel="Download" onCancel={onClose}>
      <Text>
        The file has everything on this server: leads, messages and secrets of everyone. Keep it where nobody
        else gets it.
      </Text>
      {needsPassword && <OwnPasswordInput {...form.field('password')} autoFocus />}
    </ContractForm>
  )
}

export const DownloadBackupDialog = formDialog('Download this backup?', 440, DownloadForm)
