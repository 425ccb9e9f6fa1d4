import { Button, FileButton, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addSuppressions,
  MAX_SUPPRESSION_VALUES,
  previewSuppression,
  type SuppressionPreview,
} from '#contract/privacy/suppression.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { showToast } from '#web/lib/toast.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { KIND_LABELS, placeLabel, valuesIn } from './suppression-labels.ts'

type Where = SuppressionPreview['values'][number]

const COLUMNS: readonly Column<Where>[] = [
  { id: 'value', label: 'Value', card: 'title', cell: ({ value }) => value },
  { id: 'kind', label: 'Kind', cell: ({ kind }) => KIND_LABELS[kind] },
  {
    id: 'where',
    label: 'Today',
    cell: (where) => (where.is_listed ? 'Already suppressed' : placeLabel(where)),
  },
]

/** Values per request; the file itself never leaves the browser. */
function* parts(values: readonly string[]) {
  for (let at = 0; at < values.length; at += MAX_SUPPRESSION_VALUES)
    yield values.slice(at, at + MAX_SUPPRESSION_VALUES)
}

function Preview({ preview, more }: { preview: SuppressionPreview; more: number }) {
  return (
    <>
      <p aria-live="polite">
        {placeLabel(preview)}
        {preview.export_files > 0 && `; ${formatCount(preview.export_files, 'saved export file')}`}
        {preview.unreadable_count > 0 &&
          `. ${formatCount(preview.unreadable_count, 'line')} left out: no email, domain, phone or profile`}
        {more > 0 && `. ${formatCount(more, 'further value')} not checked`}
      </p>
      <DataTable
        label="Where the values are today"
        things="values"
        framed
        found={{ isPending: false, isError: false, rows: preview.values } as never}
        columns={COLUMNS}
        rowKey={({ kind, value }) => `${kind} ${value}`}
        empty={<p>None of these are an email, domain, phone or profile.</p>}
      />
    </>
  )
}

function AddForm({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const values = valuesIn(text)
  const look = useMutation({
    mutationFn: () =>
      // Shown instead: a toast that says how many were added and hidden
      call(previewSuppression, { body: { values: values.slice(0, MAX_SUPPRESSION_VALUES) }, quiet: true }),
  })
  const add = useMutation({
    mutationFn: async () => {
      let [added, leads] = [0, 0]
      for (const part of parts(values)) {
        const { data } = await call(addSuppressions, { body: { values: part }, quiet: true })
        added += data.added
        leads += data.leads
      }
      return { added, leads }
    },
    onSuccess: ({ added, leads }) => {
      const hidden = leads > 0 ? `, ${formatCount(leads, 'lead')} hidden` : ''
      showToast({ kind: 'success', message: `${formatCount(added, 'entry', 'entries')} added${hidden}` })
      onClose()
    },
  })
  const preview = look.data?.data
  const failure = look.error ?? add.error
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (preview) add.mutate()
        else if (values.length > 0) look.mutate()
      }}
    >
      <Textarea
        label="Emails, domains, phones or profile URLs"
        description="One per line. Include the country code in phone numbers, such as +49 30 901820"
        minRows={4}
        maxRows={10}
        spellCheck={false}
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          look.reset()
        }}
      />
      <FileButton
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(file) => {
          look.reset()
          void file?.text().then(setText)
        }}
      >
        {(props) => (
          <Button mt="xs" variant="default" {...props}>
            Choose a file
          </Button>
        )}
      </FileButton>
      {preview && <Preview preview={preview} more={Math.max(0, values.length - MAX_SUPPRESSION_VALUES)} />}
      {failure && <Notice tone="danger">{errorMessage(failure)}</Notice>}
      <DialogButtons onCancel={onClose}>
        <Button
          type="submit"
          loading={look.isPending || add.isPending}
          disabled={values.length === 0 || preview?.recognised === 0}
        >
          {preview
            ? `Suppress ${formatCount(values.length - preview.unreadable_count, 'value')}`
            : 'Find matches'}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Adds values: first shows their kind and current use, then hides them. */
export const AddDialog = formDialog('Add to the suppression list', 640, AddForm)
