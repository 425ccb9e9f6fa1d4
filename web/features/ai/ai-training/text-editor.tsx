import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useState } from 'react'
import type { TrainingLanguage, TrainingText } from '#contract/ai/ai-training.ts'
import { formatCount } from '#web/lib/format.ts'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'
import text from '#web/ui/rich-text/rich-text.module.css'
import input from '#web/ui/rich-text/rich-text-input.module.css'
import { SaveProblem } from '#web/ui/rich-text/save-problem.tsx'
import { TextToolbar } from '#web/ui/rich-text/text-toolbar.tsx'
import classes from './text-editor.module.css'
import { LANGUAGE_OPTIONS } from './training-labels.ts'
import { useSavedText } from './use-saved-text.ts'

const SAVE_LABELS = {
  saved: 'Saved',
  typing: 'Editing …',
  saving: 'Saving …',
  failed: 'Not saved',
  conflict: 'Not saved',
} as const

/** A text with its title, saved as you type. */
export function TextEditor({ item, onClose }: { item: TrainingText; onClose: () => void }) {
  const { saving, saved, edit, save, settle } = useSavedText(item)
  const [title, setTitle] = useState(item.title === 'Untitled' ? '' : item.title)
  const [language, setLanguage] = useState(item.language)
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: { openOnClick: false, protocols: ['mailto'] } })],
    content: item.html,
    // The page's policy allows no style elements from scripts: the editor's styles are in our own file.
    injectCSS: false,
    editorProps: {
      attributes: {
        'aria-label': 'Text',
        role: 'textbox',
        'aria-multiline': 'true',
        class: `${text.text} ${input.text} ${classes.text}`,
      },
    },
    onUpdate: ({ editor: now }) => edit({ html: now.isEmpty ? '' : now.getHTML() }),
  })
  const shown =
    saving.state === 'saved' ? `Saved · ${formatCount(saved.tokens, 'token')}` : SAVE_LABELS[saving.state]
  return (
    <Stack gap={16}>
      <Group wrap="nowrap" gap="sm">
        <Button variant="default" onClick={() => void save().then(onClose)}>
          Back to texts
        </Button>
        <Hint component="span" role="status">
          {shown}
        </Hint>
      </Group>
      <SaveProblem
        saving={saving}
        onRetry={() => void save()}
        onChoose={(side, current) => {
          if (side === 'theirs') {
            setTitle(current.title)
            setLanguage(current.language)
            editor?.commands.setContent(current.html, { emitUpdate: false })
          }
          settle(side, current)
        }}
      />
      <TextInput
        label="Title"
        value={title}
        placeholder="Untitled"
        maxLength={300}
        onChange={(event) => {
          setTitle(event.currentTarget.value)
          edit({ title: event.currentTarget.value })
        }}
      />
      <div className={input.frame}>
        {editor && <TextToolbar editor={editor} />}
        <EditorContent editor={editor} />
      </div>
      <NativeSelect
        label="Language"
        data={LANGUAGE_OPTIONS}
        value={language}
        maw={280}
        onChange={(event) => {
          const chosen = event.currentTarget.value as TrainingLanguage | 'auto'
          setLanguage(chosen)
          edit({ language: chosen })
        }}
      />
      {saved.instructions.length > 0 && (
        <Notice tone="warning" title="Reads like an instruction to an AI">
          {saved.instructions.join(' ')} It’s kept as text and never followed.
        </Notice>
      )}
    </Stack>
  )
}
