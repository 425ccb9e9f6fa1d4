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

/** An image of its own line; which addresses are allowed is the server's decision. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})

/** Changes of the text are told when someone stops writing for this long (spec section 9). */
const PAUSE_MS = 300

interface RichTextInputProps {
  label: string
  description?: ReactNode
  error?: ReactNode
  /** HTML; empty is no text. */
  value: string
  onChange: (html: string) => void
  /** Stores a chosen image and answers its address; undefined when it could not be stored. */
  onImage: (file: File) => Promise<string | undefined>
  imageTypes: string
  /** What the text may hold beside the usual. */
  extensions?: readonly AnyExtension[]
  /** Further tools. */
  tools?: (editor: Editor) => ReactNode
}

/** A field for a formatted text with images. */
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
    // The page's policy lets no script write styles: those that the editor needs are in our own file.
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
    // Saving right after typing saves all of it.
    onBlur: () => emit.flush(),
  })
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
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
