import { Input } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import {
  type AnyExtension,
  type Editor,
  EditorContent,
  mergeAttributes,
  Node,
  useEditor,
} from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import type { ReactNode } from 'react'
import { ImageTool } from './image-tool.tsx'
import text from './rich-text.module.css'
import classes from './rich-text-input.module.css'
import { TextToolbar } from './text-toolbar.tsx'

/** An image as a block; the server decides which URLs are allowed. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})

/** Debounce of change events (spec section 9). */
const PAUSE_MS = 300

interface RichTextInputProps {
  label: string
  description?: ReactNode
  error?: ReactNode
  /** HTML; empty for no text. */
  value: string
  onChange: (html: string) => void
  /** Uploads an image and returns its URL; undefined on failure. */
  onImage: (file: File) => Promise<string | undefined>
  imageTypes: string
  /** Additional editor extensions. */
  extensions?: readonly AnyExtension[]
  /** Additional toolbar buttons. */
  tools?: (editor: Editor) => ReactNode
}

/** A rich-text editor with images. */
export function RichTextInput(props: RichTextInputProps) {
  const { label, description, error, value, onChange, onImage, imageTypes, extensions = [], tools } = props
  const emit = useDebouncedCallback(onChange, { delay: PAUSE_MS, flushOnUnmount: true })
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: { openOnClick: false, protocols: ['mailto'] } }),
      Picture,
      ...extensions,
    ],
    content: value,
    // The content security policy forbids styles set by scripts; the editor's styles are in our own file.
    injectCSS: false,
    editorProps: {
      attributes: {
        'aria-label': label,
        role: 'textbox',
        'aria-multiline': 'true',
        class: `${text.text} ${classes.text}`,
        dir: 'auto',
      },
    },
    onUpdate: ({ editor: now }) => emit(now.isEmpty ? '' : now.getHTML()),
    // Saving right after typing must not lose the last change.
    onBlur: () => emit.flush(),
  })
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <div className={classes.frame}>
        {editor && (
          <TextToolbar editor={editor}>
            <ImageTool editor={editor} imageTypes={imageTypes} onImage={onImage} />
            {tools?.(editor)}
          </TextToolbar>
        )}
        <EditorContent editor={editor} />
      </div>
    </Input.Wrapper>
  )
}
