import { Modal } from '@mantine/core'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { CourseText } from './course-text.tsx'

/** A draft as readers would see it. */
export function PagePreview({ opened, onClose, title, html }: DialogState & { title: string; html: string }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Preview" size={840}>
      <article>
        <h2>{title}</h2>
        <CourseText html={html} />
      </article>
    </Modal>
  )
}
