import { Button, Modal, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { erasePerson, previewErasure } from '#contract/suppression.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { removedWords } from './suppression-labels.ts'

const KINDS = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'profile', label: 'Profile URL' },
]

function EraseForm({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState('email')
  const [value, setValue] = useState('')
  const body = { [kind]: value.trim() }
  const look = useMutation({ mutationFn: () => call(previewErasure, { body, quiet: true }) })
  const erase = useMutation({ mutationFn: () => call(erasePerson, { body, quiet: true }) })
  const failure = look.error ?? erase.error
  const done = erase.data?.data
  if (done)
    return (
      <>
        <Notice tone="success">{`Removed: ${removedWords(done.removed)}`}</Notice>
        <p>The person is on the suppression list as a digest. Backups made before still hold them.</p>
        <DialogButtons>
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </DialogButtons>
      </>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (look.data) erase.mutate()
        else if (value.trim()) look.mutate()
      }}
    >
      <Select
        label="Known by"
        data={KINDS}
        value={kind}
        allowDeselect={false}
        onChange={(next) => {
          setKind(next ?? 'email')
          look.reset()
        }}
      />
      <TextInput
        mt="sm"
        label={KINDS.find((one) => one.value === kind)?.label}
        value={value}
        autoComplete="off"
        data-autofocus
        onChange={(event) => {
          setValue(event.currentTarget.value)
          look.reset()
        }}
      />
      {look.data && (
        <p aria-live="polite">
          {`To be removed for good: ${removedWords(look.data.data.removed)}. This cannot be undone.`}
        </p>
      )}
      {failure && <Notice tone="danger">{errorMessage(failure)}</Notice>}
      <DialogButtons onCancel={onClose}>
        <Button
          type="submit"
          color={look.data ? 'red' : 'brand'}
          loading={look.isPending || erase.isPending}
          disabled={value.trim() === ''}
        >
          {look.data ? 'Erase' : 'See what is there'}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Erases a person everywhere: says what is there, then removes it and reports. */
export const EraseDialog = ({ opened, onClose }: DialogState) => (
  <Modal opened={opened} onClose={onClose} title="Erase a person" size={520}>
    <EraseForm onClose={onClose} />
  </Modal>
)
