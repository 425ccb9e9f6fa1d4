import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import {
  type ImportAddress,
  removeImportAddress,
  renewImportAddress,
} from '#contract/prospecting/import-addresses.ts'
import { call } from '#web/lib/api.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Part } from '#web/ui/part.tsx'
import { ShownOnceDialog } from '#web/ui/shown-once-dialog.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { AddressExamples } from './address-examples-tabs.tsx'

interface Created {
  address: string
  secret: string | null
}

/** A new address, shown only once. */
function NewAddressDialog({ created, onStored }: { created: Created | null; onStored: () => void }) {
  return (
    <ShownOnceDialog
      title="Your import address"
      onStored={onStored}
      leaveTitle="Leave without saving the address?"
      leaveText="You won’t see it again. If you lose it, you can only make a new one."
    >
      {created && (
        <>
          <Notice tone="warning">
            You won’t see it again. Anyone who has it can add leads to this list.
          </Notice>
          <CopyBox label="Import address" text={created.address} />
          {created.secret && <CopyBox label="Secret that signs deliveries" text={created.secret} />}
          <AddressExamples address={created.address} />
        </>
      )}
    </ShownOnceDialog>
  )
}

interface NewFormProps {
  listId: number
  replaces: boolean
  onClose: () => void
  onCreated: (created: Created) => void
}

function NewAddressForm({ listId, replaces, onClose, onCreated }: NewFormProps) {
  const form = useContractForm(renewImportAddress, {
    initial: { signed: false },
    params: { id: listId },
    // Shown instead: the dialog with the address.
    quiet: true,
    onSuccess: ({ data }) => {
      onClose()
      onCreated(data)
    },
  })
  return (
    <ContractForm
      form={form}
      submitLabel={replaces ? 'Replace address' : 'Create address'}
      onCancel={onClose}
    >
      {replaces && <Notice tone="warning">Programs that use the address of today stop being heard.</Notice>}
      <Checkbox
        label="Deliveries must be signed"
        description="By a secret that is shown once, as Standard Webhooks are. For programs of your own that can do it."
        checked={form.values.signed}
        onChange={(event) => form.set({ signed: event.currentTarget.checked })}
      />
    </ContractForm>
  )
}
const NewAddress = formDialog('New import address', 460, NewAddressForm)

/** Whether the list has an address, a new one, and turning it off. */
export function AddressCard({ listId, shown }: { listId: number; shown: ImportAddress }) {
  const [created, setCreated] = useState<Created | null>(null)
  const { show, confirm, dialog } = useDialog()
  const create = () =>
    show((state) => <NewAddress {...state} listId={listId} replaces={shown.is_on} onCreated={setCreated} />)
  const turnOff = () =>
    confirm({
      title: 'Turn off the import address?',
      children: 'Programs that use it are refused. Columns and deliveries stay.',
      confirmLabel: 'Turn off',
      onConfirm: () => call(removeImportAddress, { params: { id: listId }, quiet: 'errors' }),
    })
  return (
    <Part title="Address" hint="Programs hand in leads here: Google Sheets, n8n, Make, or a script of yours.">
      <Stack gap="sm" align="start">
        {shown.is_on ? (
          <Hint>
            {shown.is_signed ? 'On, for signed deliveries. ' : 'On. '}
            {shown.renewed_at && (
              <>
                {'Created '}
                <When at={shown.renewed_at} />
                {'. It was shown then, and isn’t stored.'}
              </>
            )}
          </Hint>
        ) : (
          <Hint>Off: nothing is taken.</Hint>
        )}
        <Group gap="sm">
          <Button variant={shown.is_on ? 'default' : 'filled'} onClick={create}>
            {shown.is_on ? 'New address' : 'Create address'}
          </Button>
          {shown.is_on && (
            <Button variant="default" onClick={turnOff}>
              Turn off
            </Button>
          )}
        </Group>
      </Stack>
      {dialog}
      <NewAddressDialog created={created} onStored={() => setCreated(null)} />
    </Part>
  )
}
