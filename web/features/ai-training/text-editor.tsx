import { Button, NativeSelect, TextInput } from '@mantine/core'
import IconUndo from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconRedo from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs'
import IconBold from '@tabler/icons-react/dist/esm/icons/IconBold.mjs'
import IconHeading from '@tabler/icons-react/dist/esm/icons/IconH2.mjs'
import IconItalic from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconNumbers from '@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs'
import IconQuote from '@tabler/icons-react/dist/esm/icons/IconQuote.mjs'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ComponentType, useState } from 'react'
import type { TrainingLanguage, TrainingText } from '#contract/ai-training.ts'
import { formatCount } from '#web/lib/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TextConflict } from './text-conflict.tsx'
import classes from './text-editor.module.css'
import { LANGUAGE_OPTIONS } from './training-labels.ts'
import { type SaveState, useSavedText } from './use-saved-text.ts'

interface Tool {
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  run: (editor: Editor) => unknown
  isOn?: (editor: Editor) => boolean
}

const TOOLS: readonly Tool[] = [
  {
    label: 'Bold',
    icon: IconBold,
    run: (e) => e.chain().focus().toggleBold().run(),
    isOn: (e) => e.isActive('bold'),
  },
  {
    label: 'Italic',
    icon: IconItalic,
    run: (e) => e.chain().focus().toggleItalic().run(),
    isOn: (e) => e.isActive('italic'),
  },
  {
    label: 'Heading',
    icon: IconHeading,
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (e) => e.isActive('heading', { level: 2 }),
  },
  {
    label: 'Bullet list',
    icon: IconList,
    run: (e) => e.chain().focus().toggleBulletList().run(),
    isOn: (e) => e.isActive('bulletList'),
  },
  {
    label: 'Numbered list',
    icon: IconNumbers,
    run: (e) => e.chain().focus().toggleOrderedList().run(),
    isOn: (e) => e.isActive('orderedList'),
  },
  {
    label: 'Quote',
    icon: IconQuote,
    run: (e) => e.chain().focus().toggleBlockquote().run(),
    isOn: (e) => e.isActive('blockquote'),
  },
  { label: 'Undo', icon: IconUndo, run: (e) => e.chain().focus().undo().run() },
  { label: 'Redo', icon: IconRedo, run: (e) => e.chain().focus().redo().run() },
]

function Toolbar({ editor }: { editor: Editor }) {
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => TOOLS.map(({ isOn }) => isOn?.(now) ?? false),
  })
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Formatting">
      {TOOLS.map(({ label, icon: Icon, run, isOn }, index) => (
        <button
          key={label}
          type="button"
          className={classes.tool}
          aria-label={label}
          title={label}
          {...(isOn ? { 'aria-pressed': on[index] ?? false } : {})}
          onClick={() => run(editor)}
        >
          <Icon size={16} stroke={1.75} />
        </button>
      ))}
    </div>
  )
}

const WORDS: Record<SaveState['state'], string> = {
  saved: 'Saved',
  typing: 'Editing …',
  saving: 'Saving …',
  failed: 'Not saved',
  conflict: 'Not saved',
}

/** A text with its title: saved while it is written. */
export function TextEditor({ item, onClose }: { item: TrainingText; onClose: () => void }) {
  const { saving, saved, edit, save, settle } = useSavedText(item)
  const [title, setTitle] = useState(item.title === 'Untitled' ? '' : item.title)
  const [language, setLanguage] = useState(item.language)
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: { openOnClick: false, protocols: ['mailto'] } })],
    content: item.html,
    // The page's policy lets no script write styles: those that the editor needs stand in our own file.
    injectCSS: false,
    editorProps: {
      attributes: {
        'aria-label': 'Text',
        role: 'textbox',
        'aria-multiline': 'true',
        class: classes.text ?? '',
      },
    },
    onUpdate: ({ editor: now }) => edit({ html: now.isEmpty ? '' : now.getHTML() }),
  })
  const shown =
    saving.state === 'saved' ? `Saved · ${formatCount(saved.tokens, 'token')}` : WORDS[saving.state]
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <Button variant="default" onClick={() => void save().then(onClose)}>
          Back to texts
        </Button>
        <span className={classes.state} role="status">
          {shown}
        </span>
      </div>
      {saving.state === 'conflict' && (
        <TextConflict
          current={saving.current}
          onChoose={(side) => {
            const { current } = saving
            if (side === 'theirs') {
              setTitle(current.title)
              setLanguage(current.language)
              editor?.commands.setContent(current.html, { emitUpdate: false })
            }
            settle(side, current)
          }}
        />
      )}
      {saving.state === 'failed' && (
        <Notice tone="danger" title="Your last changes are not saved">
          {saving.error}{' '}
          <Button size="compact-xs" variant="default" onClick={() => void save()}>
            Try again
          </Button>
        </Notice>
      )}
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
      <div className={classes.frame}>
        {editor && <Toolbar editor={editor} />}
        <EditorContent editor={editor} />
      </div>
      <NativeSelect
        label="Language"
        data={LANGUAGE_OPTIONS}
        value={language}
        className={classes.language}
        onChange={(event) => {
          const chosen = event.currentTarget.value as TrainingLanguage | 'auto'
          setLanguage(chosen)
          edit({ language: chosen })
        }}
      />
      {saved.instructions.length > 0 && (
        <Notice tone="warning" title="Reads like an instruction to an AI">
          {saved.instructions.join(' ')} It is kept as text and never obeyed.
        </Notice>
      )}
    </div>
  )
}
