import { Button, List, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CLOSING_DAYS } from '#contract/core/constants.ts'
import { type AccountClosing, accountClosing, closeAccount } from '#contract/privacy/account-closing.ts'
import { wrongCode } from '#web/lib/form-errors.ts'
import { formatCount } from '#web/lib/format.ts'
import { loadSession, useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OwnPasswordInput } from '#web/ui/own-password-input.tsx'
import { type DialogState, useDialog } from '#web/ui/use-dialog.ts'
import { lossLines } from './closing-labels.ts'
import { Panel } from './panel.tsx'

interface CloseFormProps {
  closing: AccountClosing
  onExport: () => void
  onClose: () => void
}

function CloseForm({ closing, onExport, onClose }: CloseFormProps) {
  const { account } = useUser()
  const { proof } = closing
  const [requested, setRequested] = useState(false)
  const form = useContractForm(closeAccount, {
    initial: { name: '', password: '', code: '' },
    body: ({ name, password, code }) => ({
      name: name.trim(),
      ...(proof === 'password' ? { password } : {}),
      ...(proof === 'code' ? { code: code.trim() } : {}),
    }),
    place: wrongCode,
    onSuccess: () => void loadSession({ again: true }),
  })
  const losses = lossLines(closing)
  return (
    <ContractForm form={form} submitLabel="Close account" danger onCancel={onClose}>
      {losses.length > 0 && (
        <div>
          <p>You lose:</p>
          <List size="sm" mt={4}>
            {losses.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </div>
      )}
      <Text c="dimmed">
        {`For ${CLOSING_DAYS} days you can sign in to reopen the account or download your data. After that everything is permanently deleted. Only the credit records are kept, without names.`}
      </Text>
      <Button
        variant="default"
        disabled={requested}
        onClick={() => {
          setRequested(true)
          onExport()
        }}
      >
        {requested ? 'Export started' : 'Export all data first'}
      </Button>
      <TextInput
        {...form.field('name')}
        label={`Type “${account.name}” to confirm`}
        autoComplete="off"
        data-autofocus
      />
      {proof === 'password' && <OwnPasswordInput {...form.field('password')} />}
      {proof === 'code' && (
        <TextInput
          {...form.field('code')}
          label="Code"
          description="From the app, or a recovery code"
          autoComplete="one-time-code"
          maxLength={40}
        />
      )}
    </ContractForm>
  )
}

type CloseDialogProps = DialogState & Pick<CloseFormProps, 'onExport'>

function CloseDialog({ opened, onClose, onExport }: CloseDialogProps) {
  const closing = useEndpoint(accountClosing).data?.data
  return (
    <Modal opened={opened} onClose={onClose} title="Close account">
      {closing && <CloseForm closing={closing} onExport={onExport} onClose={onClose} />}
    </Modal>
  )
}

/** Closes the account, and shows what will be lost. */
export function CloseAccount(props: Pick<CloseFormProps, 'onExport'>) {
  const closing = useEndpoint(accountClosing).data?.data
  const { show, dialog } = useDialog()
  const below = closing?.accounts_below ?? 0
  return (
    <Panel title="Close account">
      <Text c="dimmed">
        {`Closing signs everyone out and stops all runs. You can reopen the account for ${CLOSING_DAYS} days, then everything is deleted.`}
      </Text>
      {below > 0 && (
        <Notice tone="warning">
          {`${formatCount(below, 'account')} below yours ${below === 1 ? 'is' : 'are'} still open. Move or close ${below === 1 ? 'it' : 'them'} first.`}
        </Notice>
      )}
      <div>
        <Button
          variant="default"
          color="red"
          disabled={!closing || below > 0}
          onClick={() => show((state) => <CloseDialog {...state} {...props} />)}
        >
          Close account
        </Button>
      </div>
      {dialog}
    </Panel>
  )
}
