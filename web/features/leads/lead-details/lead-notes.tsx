import { Box, Button, Group, Skeleton, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  addLeadNote,
  changeLeadNote,
  deleteLeadNote,
  type LeadNote,
  leadNotes,
  restoreLeadNote,
} from '#contract/leads/lead-edits.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import { When } from '#web/ui/when.tsx'
import type { ListTarget } from '../lead-data/use-leads.ts'

const SHOWN = 50
const MAX_BODY = 5000

interface NoteFormProps {
  params: Record<string, unknown>
  onWritten: () => void
}

function NoteForm({ params, onWritten }: NoteFormProps) {
  const form = useContractForm(addLeadNote, {
    initial: { body: '' },
    params,
    // Shown instead: the note itself; a toast with Undo for a deletion
    quiet: true,
    onSuccess: onWritten,
  })
  return (
    <ContractForm form={form} submitLabel="Add note" onlyChanges>
      <Textarea
        {...form.field('body')}
        aria-label="New note"
        placeholder="Write a note that everyone on your team can read"
        minRows={2}
        maxRows={8}
        maxLength={MAX_BODY}
      />
    </ContractForm>
  )
}

function NoteEditor({ note, onClose }: { note: LeadNote; onClose: () => void }) {
  const form = useContractForm(changeLeadNote, {
    initial: { body: note.body },
    params: { id: note.id },
    quiet: true,
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Save" onCancel={onClose} onlyChanges>
      <Textarea {...form.field('body')} aria-label="Note" minRows={2} maxLength={MAX_BODY} autoFocus />
    </ContractForm>
  )
}

function Note({ note }: { note: LeadNote }) {
  const [editing, setEditing] = useState(false)
  const params = { id: note.id }
  const remove = () =>
    call(deleteLeadNote, { params, quiet: 'message' })
      .then(() => showUndoToast('Note deleted', () => void call(restoreLeadNote, { params }).catch(() => {})))
      // The call has said what went wrong.
      .catch(() => {})
  if (editing) return <NoteEditor note={note} onClose={() => setEditing(false)} />
  return (
    <Box component="article" py="xs" px="sm" bd="var(--app-line)" bdrs="var(--mantine-radius-sm)">
      <Box component="p" style={{ whiteSpace: 'pre-wrap' }}>
        {note.body}
      </Box>
      <Group gap="4px 12px" mt={4} c="dimmed">
        <span>
          {note.user} · <When at={note.created_at} />
          {note.updated_at !== note.created_at && ' · edited'}
        </span>
        {note.can.edit && (
          <>
            <Button size="compact-xs" variant="subtle" onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void remove()}>
              Delete
            </Button>
          </>
        )}
      </Group>
    </Box>
  )
}

/** Notes on a lead, newest first, with a form for a new one. */
export function LeadNotes({ target, leadId }: { target: ListTarget; leadId: number }) {
  const params = { ...target, resultId: leadId }
  const found = useEndpoint(leadNotes, { params, query: { page: 1, limit: SHOWN } })
  const notes = found.data?.data
  // Clear the form after a note was saved.
  const [written, setWritten] = useState(0)
  const older = (found.data?.total ?? 0) - (notes?.length ?? 0)
  return (
    <Stack gap={8}>
      <NoteForm
        key={`${leadId} ${written}`}
        params={params}
        onWritten={() => setWritten((count) => count + 1)}
      />
      {found.isPending && <Skeleton height={48} aria-label="Loading the notes" />}
      {found.isError && !notes && <LoadError what="The notes" query={found} />}
      {notes?.map((note) => (
        <Note key={note.id} note={note} />
      ))}
      {older > 0 && (
        <Group component="p" gap="4px 12px" mt={4} c="dimmed">
          {formatCount(older, 'older note')} not shown
        </Group>
      )}
    </Stack>
  )
}
