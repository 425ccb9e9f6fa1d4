import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { discardDraft, type EditedPage, publishPage, saveDraft } from '#contract/branding/training-content.ts'
import { call } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { type SaveState, useAutosave } from '#web/lib/use-autosave.ts'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RichTextInput } from '#web/ui/rich-text/rich-text-input.tsx'
import { SaveProblem } from '#web/ui/rich-text/save-problem.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { pageFacts } from './content-labels.ts'
import { CourseText } from './course-text.tsx'
import { PageTools, storedHtml, storeFile, VideoBlock } from './page-blocks.tsx'

/** A draft as readers would see it. */
const PagePreview = formDialog(
  'Preview',
  840,
  ({ title, html }: { title: string; html: string; onClose: () => void }) => (
    <article>
      <h2>{title}</h2>
      <CourseText html={html} />
    </article>
  ),
)

const EXTENSIONS = [VideoBlock]

const formatState = (saving: SaveState<EditedPage>, saved: EditedPage): string => {
  if (saving.state === 'typing') return 'Editing …'
  if (saving.state === 'saving') return 'Saving …'
  return saving.state === 'saved' ? pageFacts(saved) : 'Not saved'
}

interface PageEditorProps {
  page: EditedPage
  back: { to: string; label: string }
  /** Starts over with a text from outside the editor. */
  onReplace: (page: EditedPage) => void
}

/** Saves the draft of a page as you type, and publishes it. */
export function PageEditor({ page, back, onReplace }: PageEditorProps) {
  const { show, dialog } = useDialog()
  const [busy, setBusy] = useState(false)
  const [title, setTitle] = useState(page.title)
  const [epoch, setEpoch] = useState(0)
  const { saving, saved, save, edit, settle, draft } = useAutosave<
    { title: string; html: string },
    EditedPage
  >({
    record: page,
    makeDraft: ({ title: heading, html }) => ({ title: heading, html }),
    send: async ({ title: heading, html }, version) => {
      const body = { title: heading.trim() || 'Untitled', html, version }
      // Shown instead: the state below the title and an alert above the text; a toast after publishing
      return (await call(saveDraft, { params: { id: page.id }, body, quiet: true })).data
    },
  })
  const isUnpublished = saved.state !== 'published' || saving.state !== 'saved'
  const canDiscard = saved.published !== null && isUnpublished
  /** Saves pending changes, then makes a call for exactly that version. */
  const finish = async (task: (version: number) => Promise<{ data: EditedPage }>, message: string) => {
    setBusy(true)
    try {
      const current = await save()
      if (!current) return
      const { data } = await task(current.version)
      showToast({ kind: 'success', message })
      onReplace(data)
    } catch {
      // The call says what is wrong; a newer version of someone else is offered with the next save.
    } finally {
      setBusy(false)
    }
  }
  const params = { id: page.id }
  const publish = () =>
    finish((version) => call(publishPage, { params, body: { version } }), 'Page published')
  const discard = () =>
    finish((version) => call(discardDraft, { params, body: { version } }), 'Changes discarded')
  return (
    <>
      <PageHeader
        title="Edit page"
        documentTitle={`Edit ${saved.title}`}
        subtitle={<span role="status">{formatState(saving, saved)}</span>}
        back={back}
        actions={
          <>
            {canDiscard && (
              <Button variant="subtle" color="gray" disabled={busy} onClick={() => void discard()}>
                Discard changes
              </Button>
            )}
            <Button
              variant="default"
              onClick={() => show((state) => <PagePreview {...state} {...draft()} />)}
            >
              Preview
            </Button>
            <Button loading={busy} disabled={!isUnpublished} onClick={() => void publish()}>
              Publish
            </Button>
          </>
        }
      />
      <Stack maw={900} p="var(--app-gutter)">
        <SaveProblem
          saving={saving}
          onRetry={() => void save()}
          onChoose={(side, current) => {
            settle(side, current)
            if (side === 'mine') return
            setTitle(current.title)
            setEpoch((now) => now + 1)
          }}
        />
        <TextInput
          label="Title"
          value={title}
          maxLength={150}
          autoComplete="off"
          onChange={(event) => {
            setTitle(event.currentTarget.value)
            edit({ title: event.currentTarget.value })
          }}
        />
        <RichTextInput
          key={epoch}
          label="Text"
          value={draft().html}
          onChange={(html) => {
            edit({ html: storedHtml(html) })
            void save()
          }}
          onImage={async (file) => (await storeFile('image', file))?.url}
          imageTypes="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
          extensions={EXTENSIONS}
          tools={(editor) => <PageTools editor={editor} />}
        />
      </Stack>
      <LeaveGuard
        when={saving.state === 'failed' || saving.state === 'conflict'}
        title="Leave without saving?"
      >
        Your last changes are not saved.
      </LeaveGuard>
      {dialog}
    </>
  )
}
