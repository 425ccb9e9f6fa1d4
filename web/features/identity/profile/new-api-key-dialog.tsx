import { Button, Modal, Stack } from '@mantine/core'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { sampleCommand } from './api-key-labels.ts'
import type { NewApiKey } from './create-key-dialog.tsx'

const ignoreClose = () => {}

/** A new key, shown only once. Only its button closes it: a key that was not saved is lost. */
export function NewApiKeyDialog({ created, onStored }: { created: NewApiKey | null; onStored: () => void }) {
  return (
    <>
      <Modal
        opened={created !== null}
        onClose={ignoreClose}
        title="Your new API key"
        size={520}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        {created && (
          <Stack gap={16}>
            <Notice tone="warning">
              You won’t see it again. Save it where you keep secrets: anyone who has it can act as you.
            </Notice>
            <CopyBox label="API key" text={created.key} />
            <CopyBox
              label={created.scopes.includes('read') ? 'Try it' : 'Header for each request'}
              text={sampleCommand(location.origin, created.key, created.scopes)}
            />
            {created.scopes.includes('read') && (
              <CopyBox label="Address for AI agents (MCP)" text={`${location.origin}/mcp`} />
            )}
            <DialogButtons>
              <Button onClick={onStored}>I have saved it</Button>
            </DialogButtons>
          </Stack>
        )}
      </Modal>
      <LeaveGuard when={created !== null} title="Leave without saving the key?">
        You won’t see it again. If you lose the key, you can only revoke it.
      </LeaveGuard>
    </>
  )
}
