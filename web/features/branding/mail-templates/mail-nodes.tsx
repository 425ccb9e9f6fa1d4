import { SegmentedControl, TextInput } from '@mantine/core'
import {
  mergeAttributes,
  Node,
  NodeViewWrapper,
  type ReactNodeViewProps,
  ReactNodeViewRenderer,
} from '@tiptap/react'
import classes from './mail-templates.module.css'

/** Labels of chips and buttons, by their name in the text. */
export type Labels = Readonly<Record<string, string>>

/** A variable filled in when the mail is sent: one chip, deleted as a whole. */
export const Variable = Node.create<{ labels: Labels }>({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addOptions: () => ({ labels: {} }),
  addAttributes: () => ({
    name: {
      default: '',
      parseHTML: (element: HTMLElement) => element.getAttribute('data-variable'),
      renderHTML: ({ name }: Record<string, unknown>) => ({ 'data-variable': name }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-variable]' }],
  renderHTML({ node, HTMLAttributes }) {
    const label = this.options.labels[node.attrs.name] ?? node.attrs.name
    return ['span', mergeAttributes(HTMLAttributes, { class: classes.chip }), label]
  },
  renderText: ({ node }) => `{{ ${node.attrs.name} }}`,
})

const LOOKS = [
  { value: 'button', label: 'Button' },
  { value: 'link', label: 'Link' },
]

function ButtonView({ node, updateAttributes }: ReactNodeViewProps) {
  const { label, look } = node.attrs as { label: string; look: string }
  return (
    <NodeViewWrapper className={classes.part} contentEditable={false} data-drag-handle>
      <TextInput
        aria-label="Button label"
        size="xs"
        maxLength={100}
        value={label}
        onChange={(event) => updateAttributes({ label: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label="Button style"
        size="xs"
        data={LOOKS}
        value={look}
        onChange={(next) => updateAttributes({ look: next })}
      />
    </NodeViewWrapper>
  )
}

const part = (name: string, text: string) =>
  Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    parseHTML: () => [{ tag: `div[data-part="${name}"]` }],
    renderHTML: ({ HTMLAttributes }) => [
      'div',
      mergeAttributes(HTMLAttributes, { 'data-part': name, class: classes.part }),
      text,
    ],
  })

/** Block elements of a mail. */
export const MAIL_PARTS = [
  Node.create({
    name: 'mailButton',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ link: { default: '' }, label: { default: '' }, look: { default: 'button' } }),
    parseHTML: () => [{ tag: 'div[data-part="mailButton"]' }],
    renderHTML: ({ HTMLAttributes }) => [
      'div',
      mergeAttributes(HTMLAttributes, { 'data-part': 'mailButton' }),
    ],
    addNodeView: () => ReactNodeViewRenderer(ButtonView),
  }),
  part('mailCode', 'Code, such as 123456'),
  part('mailLines', 'List of entries, one per line'),
]

/** A single-line text: subject and preview text. */
export const OneLine = Node.create({ name: 'doc', topNode: true, content: 'paragraph' })
