import { Tooltip, VisuallyHidden } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { editLead, isEditableField } from '#contract/leads/lead-edits.ts'
import { type Lead, leads } from '#contract/leads/leads.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/freshness.ts'
import { editedText, FIELD_HINTS, fieldOptions } from '../../lead-data/edited-field.ts'
import { offerUndo } from '../../lead-data/undo-change.ts'
import { focusCell } from './cell-focus.ts'
import classes from './lead-grid.module.css'

/** Whether people can change this value of the lead in its cell. */
export const isEditableCell = (lead: Lead, field: FieldDefinition): boolean =>
  isEditableField(field.name) && !lead.deleted_at

/** Shows the new values in the rows at once, before they are read again. */
const showChanged = ({ id, values, labels, email_state }: Lead): void =>
  void queryClient.setQueriesData<Reply<typeof leads>>({ queryKey: [leads.name] }, (page) =>
    page?.data.some((row) => row.id === id)
      ? {
          ...page,
          data: page.data.map((row) => (row.id === id ? { ...row, values, labels, email_state } : row)),
        }
      : page,
  )

interface CellEditorProps {
  lead: Lead
  field: FieldDefinition
  onClose: () => void
}

/** State of an edit: saving sends only another value, and a refused one stays in the cell. */
function useCellEdit({ lead, field, onClose }: CellEditorProps) {
  const initial = editedText(lead, field)
  const [text, setText] = useState(initial)
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const isClosed = useRef(false)
  const target = { type: lead.type as ListTypeId, id: lead.list_id }
  const close = () => {
    isClosed.current = true
    const cell = input.current?.contains(document.activeElement) ? input.current.closest('td') : null
    onClose()
    if (cell) focusCell(cell)
  }
  const change = useMutation({
    mutationFn: (value: string) =>
      call(editLead, {
        params: { ...target, resultId: lead.id },
        body: { values: { [field.name]: value === '' ? null : value } },
        // Shown instead: a toast with Undo, or the message at the cell
        quiet: true,
      }),
    onSuccess: (reply) => {
      showChanged(reply.data)
      offerUndo(target, reply)
      close()
    },
  })
  const save = (value = text) => {
    if (isClosed.current || change.isPending) return
    if (value.trim() === initial) close()
    else change.mutate(value.trim())
  }
  return { initial, text, setText, input, change, save, close }
}

/** Edits a value in its cell: Enter or leaving saves, Escape keeps the old value. */
export function CellEditor(props: CellEditorProps) {
  const { lead, field } = props
  const { initial, text, setText, input, change, save, close } = useCellEdit(props)
  const options = fieldOptions(field, editedText(lead, field))
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    if (input.current instanceof HTMLInputElement) input.current.select()
    try {
      if (input.current instanceof HTMLSelectElement) input.current.showPicker()
    } catch {
      // Only right after a click or a key; else it opens with the next one.
    }
  }, [input])
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of the grid and the page are letters here.
    event.stopPropagation()
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) save()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  const problem = change.isError ? errorMessage(change.error) : null
  const shared = {
    ref: input,
    className: classes.editor,
    value: text,
    'aria-label': field.label,
    'aria-invalid': problem !== null,
    onKeyDown,
    onBlur: () => {
      // Another window has the focus; the cell gets it back with this one.
      if (document.activeElement !== input.current) save()
    },
  }
  const edit = (value: string) => {
    setText(value)
    if (change.isError) change.reset()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps clicks in the editor from opening the lead
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field
    <span onClick={(event) => event.stopPropagation()} onDoubleClick={(event) => event.stopPropagation()}>
      <Tooltip label={problem} opened={problem !== null} position="bottom-start" multiline maw={320}>
        {options ? (
          <select
            {...shared}
            onChange={(event) => {
              edit(event.currentTarget.value)
              if (event.currentTarget.value !== initial) save(event.currentTarget.value)
            }}
          >
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...shared}
            type="text"
            autoComplete="off"
            placeholder={FIELD_HINTS[field.kind]}
            readOnly={change.isPending}
            onChange={(event) => edit(event.currentTarget.value)}
          />
        )}
      </Tooltip>
      {problem && <VisuallyHidden role="alert">{problem}</VisuallyHidden>}
    </span>
  )
}
