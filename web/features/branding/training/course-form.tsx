import { Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import {
  type ContentCourse,
  contentTopics,
  createCourse,
  updateCourse,
} from '#contract/branding/training-content.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'

interface FieldsProps {
  course?: ContentCourse
  topics: readonly { id: number; name: string }[]
  onClose: () => void
  onCreated?: (course: ContentCourse) => void
}

function Fields({ course, topics, onClose, onCreated }: FieldsProps) {
  const isInherited = course !== undefined && !course.can.edit
  const form = useContractForm<
    typeof createCourse | typeof updateCourse,
    { topic_id: string; title: string; summary: string }
  >(course ? updateCourse : createCourse, {
    initial: {
      topic_id: String(course?.topic_id ?? topics[0]?.id ?? ''),
      title: course?.title ?? '',
      summary: course?.summary ?? '',
    },
    ...(course && { params: { id: course.id } }),
    body: ({ topic_id, ...rest }) =>
      ({ ...rest, ...(!isInherited && { topic_id: Number(topic_id) }) }) as never,
    onSuccess: ({ data }) => {
      onClose()
      if (!course) onCreated?.(data)
    },
  })
  return (
    <ContractForm form={form} submitLabel={course ? 'Save course' : 'Create course'} onCancel={onClose}>
      <TextInput {...form.field('title')} label="Title" maxLength={150} autoComplete="off" data-autofocus />
      <Textarea {...form.field('summary')} label="Summary" maxLength={500} minRows={2} />
      {!isInherited && (
        <NativeSelect
          {...form.field('topic_id')}
          label="Topic"
          data={topics.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </ContractForm>
  )
}

/** Creates a course, or changes title, summary and topic of one. */
export function CourseForm({
  opened,
  onClose,
  ...rest
}: DialogState & Omit<FieldsProps, 'topics' | 'onClose'>) {
  const topics = useEndpoint(contentTopics).data?.data
  return (
    <Modal opened={opened} onClose={onClose} title={rest.course ? 'Edit course' : 'Create course'} size={480}>
      {topics && <Fields {...rest} topics={topics} onClose={onClose} />}
    </Modal>
  )
}
