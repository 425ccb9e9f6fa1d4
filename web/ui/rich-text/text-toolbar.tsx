import IconUndo from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconRedo from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs'
import IconBold from '@tabler/icons-react/dist/esm/icons/IconBold.mjs'
import IconHeading from '@tabler/icons-react/dist/esm/icons/IconH2.mjs'
import IconItalic from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconNumbers from '@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs'
import IconQuote from '@tabler/icons-react/dist/esm/icons/IconQuote.mjs'
import { type Editor, useEditorState } from '@tiptap/react'
import type { ComponentType, ReactNode } from 'react'
import classes from './text-toolbar.module.css'

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

interface TextToolbarProps {
  editor: Editor
  /** Additional tools. */
  children?: ReactNode
}

export function TextToolbar({ editor, children }: TextToolbarProps) {
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
          className={`hoverable ${classes.tool}`}
          aria-label={label}
          title={label}
          {...(isOn ? { 'aria-pressed': on[index] ?? false } : {})}
          onClick={() => run(editor)}
        >
          <Icon size={16} stroke={1.75} />
        </button>
      ))}
      {children}
    </div>
  )
}
