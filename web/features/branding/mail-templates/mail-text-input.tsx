import { Input, Menu, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import IconVariable from '@tabler/icons-react/dist/esm/icons/IconVariablePlus.mjs'
import { type Editor, EditorContent, type JSONContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import type { ReactNode } from 'react'
import type { MailVariable } from '#contract/branding/mail-templates.ts'
import { ImageTool } from '#web/ui/rich-text/image-tool.tsx'
import text from '#web/ui/rich-text/rich-text.module.css'
import input from '#web/ui/rich-text/rich-text-input.module.css'
import { Picture } from '#web/ui/rich-text/rich-text-input.tsx'
import toolbar from '#web/ui/rich-text/text-toolbar.module.css'
import { TextToolbar } from '#web/ui/rich-text/text-toolbar.tsx'
import { storeTextImage } from '../sites/image-field.tsx'
import { IMAGE_TYPES } from '../sites/site-values.ts'
import { MAIL_PARTS, OneLine, Variable } from './mail-nodes.tsx'
import classes from './mail-templates.module.css'

/** Changes are passed on after a pause in typing. */
const PAUSE_MS = 300

/** The chip of a variable. */
const makeNode = ({ kind, name, sample }: MailVariable): JSONContent => {
  if (kind === 'text') return { type: 'variable', attrs: { name } }
  if (kind === 'button') return { type: 'mailButton', attrs: { link: name, label: sample, look: 'button' } }
  return { type: kind === 'code' ? 'mailCode' : 'mailLines' }
}

function VariableMenu({
  editor,
  variables,
  target,
}: {
  editor: Editor
  variables: MailVariable[]
  target: string
}) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={`hoverable ${toolbar.tool}`}
          aria-label={`Insert variable into ${target}`}
          title="Insert variable"
        >
          <IconVariable size={16} stroke={1.75} />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {variables.map((variable) => (
          <Menu.Item
            key={`${variable.kind}:${variable.name}`}
            onClick={() => editor.chain().focus().insertContent(makeNode(variable)).run()}
          >
            {variable.label}
            {variable.required && (
              <Text component="span" c="dimmed">
                {' '}
                (required)
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface MailTextInputProps {
  label: string
  description?: ReactNode
  error?: ReactNode
  /** The stored text; an outside change needs another `key`. */
  value: object
  onChange: (value: object) => void
  variables: MailVariable[]
  /** One line without formats. */
  oneLine?: boolean
}

const LINE_KIT = StarterKit.configure({
  document: false,
  heading: false,
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  code: false,
  codeBlock: false,
  blockquote: false,
  bulletList: false,
  orderedList: false,
  listItem: false,
  listKeymap: false,
  hardBreak: false,
  horizontalRule: false,
  link: false,
  trailingNode: false,
})
const TEXT_KIT = StarterKit.configure({
  codeBlock: false,
  heading: { levels: [1, 2, 3] },
  link: { openOnClick: false, protocols: ['https', 'http'] },
})

/** A mail text with its variables as chips. */
export function MailTextInput(props: MailTextInputProps) {
  const { label, description, error, value, onChange, variables, oneLine = false } = props
  const emit = useDebouncedCallback(onChange, { delay: PAUSE_MS, flushOnUnmount: true })
  const labels = Object.fromEntries(variables.map((entry) => [entry.name, entry.label]))
  const chips = Variable.configure({ labels })
  const editor = useEditor({
    extensions: oneLine ? [OneLine, LINE_KIT, chips] : [TEXT_KIT, Picture, chips, ...MAIL_PARTS],
    content: value as JSONContent,
    // The page's policy allows no style elements from scripts.
    injectCSS: false,
    editorProps: {
      attributes: {
        'aria-label': label,
        role: 'textbox',
        'aria-multiline': oneLine ? 'false' : 'true',
        class: oneLine ? `${classes.line}` : `${text.text} ${input.text} ${classes.text}`,
        dir: 'auto',
      },
    },
    onUpdate: ({ editor: now }) => emit(now.getJSON()),
    // Saving right after typing includes everything.
    onBlur: () => emit.flush(),
  })
  const usable = oneLine ? variables.filter(({ kind }) => kind === 'text') : variables
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <div className={oneLine ? `${input.frame} ${classes.lineFrame}` : input.frame}>
        {editor && !oneLine && (
          <TextToolbar editor={editor}>
            <ImageTool
              editor={editor}
              imageTypes={IMAGE_TYPES}
              onImage={(file) => storeTextImage(null, file)}
            />
            <VariableMenu editor={editor} variables={usable} target={label} />
          </TextToolbar>
        )}
        <EditorContent editor={editor} className={classes.content} />
        {editor && oneLine && <VariableMenu editor={editor} variables={usable} target={label} />}
      </div>
    </Input.Wrapper>
  )
}
