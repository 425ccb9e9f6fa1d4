import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhotoPlus.mjs'
import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import toolbar from './text-toolbar.module.css'

interface ImageToolProps {
  editor: Editor
  imageTypes: string
  /** Uploads an image and returns its URL; undefined on failure. */
  onImage: (file: File) => Promise<string | undefined>
}

export function ImageTool({ editor, imageTypes, onImage }: ImageToolProps) {
  const file = useRef<HTMLInputElement>(null)
  const insert = async (chosen: File | undefined) => {
    const src = chosen && (await onImage(chosen))
    if (src) editor.chain().focus().insertContent({ type: 'picture', attrs: { src } }).run()
  }
  return (
    <>
      <button
        type="button"
        className={`hoverable ${toolbar.tool}`}
        aria-label="Image"
        title="Image"
        onClick={() => file.current?.click()}
      >
        <IconPhoto size={16} stroke={1.75} />
      </button>
      <input
        ref={file}
        type="file"
        hidden
        accept={imageTypes}
        onChange={(event) => {
          void insert(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
