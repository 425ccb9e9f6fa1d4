import { Button, Modal, TextInput } from '@mantine/core'
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs'
import { type Editor, Node } from '@tiptap/react'
import { type FormEvent, useRef, useState } from 'react'
import { TRAINING_FILE_TYPES, uploadTrainingFile } from '#contract/branding/training-content.ts'
import { readVideo, VIDEO_MESSAGE } from '#contract/branding/video-hosts.ts'
import { BYTES_PER_MEGABYTE, IMAGE_MAX_MB } from '#contract/core/constants.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { errorMessage, upload } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import toolbar from '#web/ui/rich-text/text-toolbar.module.css'

/** Placeholder of a video. In the editor it is a line of text: nothing of its host is loaded while writing. */
export const VideoBlock = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null } }),
  parseHTML: () => [{ tag: 'iframe[src]' }],
  // A frame would load its video as soon as the editor renders it.
  renderHTML: ({ HTMLAttributes }) => ['p', { 'data-video': HTMLAttributes.src }],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('p')
      const video = readVideo(String(node.attrs.src))
      dom.textContent = `▶ ${video?.host ?? 'Video'}: ${node.attrs.src}`
      return { dom }
    },
})

/** The HTML of the editor as stored: videos are frames. */
export const storedHtml = (html: string): string =>
  html.replace(/<p data-video="([^"<>]*)"><\/p>/g, '<iframe src="$1"></iframe>')

/** Uploads an image or a file; shows errors as a toast. */
export async function storeFile(
  kind: 'image' | 'file',
  file: File,
): Promise<{ url: string; name: string } | undefined> {
  try {
    if (file.size / BYTES_PER_MEGABYTE > IMAGE_MAX_MB) throw new Error(MESSAGES.fileSize(IMAGE_MAX_MB))
    const query = { kind, name: file.name.slice(-200) || 'file' }
    // Shown instead: a toast of its own says why an image or file was not added
    return (await upload(uploadTrainingFile, { query, bytes: file, quiet: true })).data
  } catch (error) {
    showToast({ kind: 'error', message: errorMessage(error) })
    return undefined
  }
}

function VideoForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const video = readVideo(address)
    if (!video) return setProblem(address.trim() ? VIDEO_MESSAGE : MESSAGES.required)
    editor
      .chain()
      .focus()
      .insertContent({ type: 'video', attrs: { src: video.src } })
      .run()
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label="Address of the video"
        placeholder="https://www.youtube.com/watch?v=…"
        description="From YouTube, Vimeo, Loom or Wistia"
        value={address}
        error={problem}
        onChange={(event) => {
          setAddress(event.currentTarget.value)
          setProblem(undefined)
        }}
        data-autofocus
      />
      <DialogButtons onCancel={onClose}>
        <Button type="submit">Add video</Button>
      </DialogButtons>
    </form>
  )
}

/** Tools of the editor for videos and files. */
export function PageTools({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement>(null)
  const [isConfirming, setConfirming] = useState(false)
  const addFile = async (file: File | undefined) => {
    const stored = file && (await storeFile('file', file))
    if (!stored) return
    const marks = [{ type: 'link', attrs: { href: stored.url } }]
    editor.chain().focus().insertContent({ type: 'text', text: stored.name, marks }).run()
  }
  return (
    <>
      <button
        type="button"
        className={`hoverable ${toolbar.tool}`}
        aria-label="Video"
        title="Video"
        onClick={() => setConfirming(true)}
      >
        <IconVideo size={16} stroke={1.75} />
      </button>
      <button
        type="button"
        className={`hoverable ${toolbar.tool}`}
        aria-label="File"
        title="File"
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={16} stroke={1.75} />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={TRAINING_FILE_TYPES.map((type) => `.${type}`).join()}
        onChange={(event) => {
          void addFile(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Modal opened={isConfirming} onClose={() => setConfirming(false)} title="Add video" size={440}>
        <VideoForm editor={editor} onClose={() => setConfirming(false)} />
      </Modal>
    </>
  )
}
