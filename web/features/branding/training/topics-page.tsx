import { Skeleton, Stack } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useNavigate } from '@tanstack/react-router'
import { adminTopics, deleteTopic, orderTopics, type Topic } from '#contract/branding/training-topics.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx'
import classes from './content.module.css'

const formatFacts = ({ courses, is_active }: Topic) =>
  `${formatCount(courses, 'course')}${is_active ? '' : ' · Hidden'}`

/** Topics in their order; for administrators. */
export function TopicsPage() {
  const navigate = useNavigate()
  const { confirm, dialog } = useDialog()
  const found = useEndpoint(adminTopics)
  const requestDelete = ({ id, name }: Topic) =>
    confirm({
      title: 'Delete topic',
      confirmLabel: 'Delete topic',
      danger: true,
      onConfirm: () => call(deleteTopic, { params: { id }, quiet: 'errors' }),
      children: `“${name}” is deleted for all resellers. This works only while it has no courses.`,
    })
  return (
    <>
      <PageHeader
        title="Topics"
        subtitle="Course groups, shared by all resellers"
        actions={
          <ButtonLink to="/admin/topics/create" leftSection={<IconPlus aria-hidden />}>
            Create topic
          </ButtonLink>
        }
      />
      <Stack maw={900} p="var(--app-gutter)">
        {found.isPending && <Skeleton height={160} aria-label="Loading the topics" role="status" />}
        {found.isError && !found.data && <LoadError what="The topics" query={found} />}
        {found.data && (
          <SortableList
            label="Topics"
            rows={found.data.data}
            getName={({ name }) => name}
            onSort={(topic_ids) => call(orderTopics, { body: { topic_ids } })}
            actions={(topic) => (
              <RowMenu
                name={topic.name}
                items={[
                  {
                    label: 'Edit',
                    icon: IconPencil,
                    run: () => void navigate({ to: `/admin/topics/${topic.id}/edit` }),
                  },
                  { label: 'Delete', icon: IconTrash, danger: true, run: () => requestDelete(topic) },
                ]}
              />
            )}
          >
            {(topic) => (
              <div className={classes.line} data-hidden={!topic.is_active || undefined}>
                <AnchorLink to="/admin/topics/$id/edit" params={{ id: String(topic.id) }} inherit fw={600}>
                  {topic.name}
                </AnchorLink>
                <Hint component="span">{formatFacts(topic)}</Hint>
              </div>
            )}
          </SortableList>
        )}
      </Stack>
      {dialog}
    </>
  )
}
