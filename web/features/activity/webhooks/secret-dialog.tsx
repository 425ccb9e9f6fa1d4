import { Text } from '@mantine/core'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ShownOnceDialog } from '#web/ui/shown-once-dialog.tsx'

export interface ShownSecret {
  secret: string
  /** Whether it replaces a secret that signs too for another day. */
  isRotated: boolean
}

/** The secret of a webhook, shown only once. */
export function SecretDialog({ shown, onStored }: { shown: ShownSecret | null; onStored: () => void }) {
  return (
    <ShownOnceDialog
      title={shown?.isRotated ? 'The new secret' : 'The secret of your webhook'}
      onStored={onStored}
      leaveTitle="Leave without saving the secret?"
      leaveText="You won’t see it again. You can change the secret later."
    >
      {shown && (
        <>
          <Notice tone="warning">You won’t see it again. Use it to verify that events come from us.</Notice>
          <CopyBox label="Secret" text={shown.secret} />
          {shown.isRotated && (
            <Text c="dimmed">For 24 hours, events are also signed with the old secret.</Text>
          )}
        </>
      )}
    </ShownOnceDialog>
  )
}
