import IconReset from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconShow from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconHide from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import {
  type ContentCourse,
  type ContentPage,
  deleteCourse,
  deletePage,
  hideCourse,
  hidePage,
  resetCourse,
  resetPage,
  restoreCourse,
  restorePage,
} from '#contract/branding/training-content.ts'
import { call } from '#web/lib/api.ts'
import type { RowAction } from '#web/ui/row-menu.tsx'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import type { Dialog } from '#web/ui/use-dialog.ts'
import { CourseForm } from './course-form.tsx'

/** Calls from a menu; the call shows errors as toasts. */
const run = (task: () => Promise<unknown>) => () => void task().catch(() => {})

const toggle = (
  isHidden: boolean,
  change: (is_hidden: boolean) => Promise<unknown>,
  name: string,
): RowAction => ({
  label: isHidden ? 'Show again' : 'Hide',
  icon: isHidden ? IconShow : IconHide,
  run: run(async () => {
    await change(!isHidden)
    showUndoToast(isHidden ? `“${name}” is shown again` : `“${name}” is hidden`, () => change(isHidden))
  }),
})

/** Actions of a course. */
export function courseActions(course: ContentCourse, { show }: Dialog, onDeleted?: () => void): RowAction[] {
  const { id, title } = course
  const hide = (is_hidden: boolean) => call(hideCourse, { params: { id }, body: { is_hidden } })
  const remove = async () => {
    await call(deleteCourse, { params: { id } })
    onDeleted?.()
    showUndoToast(`“${title}” deleted`, () => call(restoreCourse, { params: { id } }))
  }
  return [
    {
      label: 'Edit details',
      icon: IconPencil,
      run: () => show((state) => <CourseForm {...state} course={course} />),
    },
    toggle(course.is_hidden, hide, title),
    ...(!course.can.edit && course.is_customized
      ? [
          {
            label: 'Reset title and summary',
            icon: IconReset,
            run: run(() => call(resetCourse, { params: { id } })),
          },
        ]
      : []),
    ...(course.can.edit
      ? [{ label: 'Delete', icon: IconTrash, danger: true as const, run: run(remove) }]
      : []),
  ]
}

/** Confirms that an account's own text is replaced by the inherited one. */
const requestReset = (page: ContentPage, { confirm, onReset }: PageActionOptions) =>
  confirm({
    title: 'Reset text',
    confirmLabel: 'Reset text',
    danger: true,
    onConfirm: async () => {
      await call(resetPage, { params: { id: page.id }, quiet: 'errors' })
      onReset?.()
    },
    children: `Your draft and your published text of “${page.title}” are deleted. Readers see the inherited text again.`,
  })

interface PageActionOptions {
  confirm: Dialog['confirm']
  canDelete: boolean
  onEdit: () => void
  onReset?: () => void
}

/** Actions of a page. */
export function pageActions(page: ContentPage, options: PageActionOptions): RowAction[] {
  const { canDelete, onEdit } = options
  const { id, title } = page
  const hide = (is_hidden: boolean) => call(hidePage, { params: { id }, body: { is_hidden } })
  const remove = async () => {
    await call(deletePage, { params: { id } })
    showUndoToast(`“${title}” deleted`, () => call(restorePage, { params: { id } }))
  }
  return [
    { label: 'Edit', icon: IconPencil, run: onEdit },
    toggle(page.is_hidden, hide, title),
    ...(page.is_customized
      ? [
          {
            label: 'Reset text',
            icon: IconReset,
            danger: true as const,
            run: () => requestReset(page, options),
          },
        ]
      : []),
    ...(canDelete ? [{ label: 'Delete', icon: IconTrash, danger: true as const, run: run(remove) }] : []),
  ]
}
