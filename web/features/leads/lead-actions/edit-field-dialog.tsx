import { Button, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { setLeadValue } from '#contract/leads/lead-edits.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { editableFields, FIELD_HINTS, fieldOptions } from '../lead-data/edited-field.ts'
import { offerUndo } from '../lead-data/undo-change.ts'

interface NewValueProps {
  field: FieldDefinition
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The value as a menu of the field's choices, or as text. */
function NewValue({ field, value, error, onChange }: NewValueProps) {
  const options = fieldOptions(field)?.filter((option) => option.value !== '')
  const shared = { label: 'New value', value, error }
  return options ? (
    <NativeSelect
      {...shared}
      data={[{ value: '', label: 'Choose a value' }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...shared}
      placeholder={FIELD_HINTS[field.kind]}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function EditFieldForm({ leadRequest, onClose }: Pick<LeadDialogProps, 'leadRequest' | 'onClose'>) {
  const { target, selection, count } = leadRequest
  const fields = editableFields(target.type)
  const [field, setField] = useState(fields[0] as FieldDefinition)
  const [way, setWay] = useState<'set' | 'clear'>('set')
  const [value, setValue] = useState('')
  const [requested, setRequested] = useState(false)
  const missing = way === 'set' && value.trim() === ''
  const change = useMutation({
    mutationFn: () =>
      call(setLeadValue, {
        params: target,
        body: { selection, field: field.name, value: way === 'set' ? value : null },
        // Shown instead: a toast with Undo
        quiet: true,
      }),
    onSuccess: (reply) => {
      offerUndo(target, reply)
      onClose()
    },
  })
  const failure = change.isError ? errorMessage(change.error) : undefined
  const problem = requested && missing ? MESSAGES.required : failure
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRequested(true)
    if (!change.isPending && !missing) change.mutate()
  }
  const restart = () => {
    setRequested(false)
    change.reset()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <NativeSelect
          label="Field"
          data={fields.map(({ name, label }) => ({ value: name, label }))}
          value={field.name}
          onChange={(event) => {
            const name = event.currentTarget.value
            setField(fields.find((known) => known.name === name) ?? field)
            setValue('')
            restart()
          }}
          data-autofocus
        />
        <Radio.Group
          label={formatCount(count, 'lead')}
          value={way}
          onChange={(next) => {
            setWay(next as typeof way)
            restart()
          }}
          error={way === 'clear' ? failure : undefined}
        >
          <Stack gap={8} mt={6}>
            <Radio value="set" label="Set a new value" />
            <Radio
              value="clear"
              label="Clear the value"
              description="The old values stay in the history of each lead."
            />
          </Stack>
        </Radio.Group>
        {way === 'set' && (
          <NewValue
            field={field}
            value={value}
            error={problem}
            onChange={(next) => {
              setValue(next)
              restart()
            }}
          />
        )}
      </Stack>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={change.isPending}>
          {`Change ${formatCount(count, 'lead')}`}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Sets one field of many leads to the same value. */
export const EditFieldDialog = formDialog('Edit a field', 440, EditFieldForm)
