import { Box, Button, Group, Skeleton, Title } from '@mantine/core'
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconDone from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { courseItems, coursePage, markCourseItem } from '#contract/branding/courses.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { count, pageSearch } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch, usePathId } from '#web/lib/use-page-search.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CourseText } from './course-text.tsx'
import classes from './onboarding.module.css'
import { howFar, itemToOpen } from './progress.ts'

type Found = Reply<typeof courseItems>['data']
type Item = Found['items'][number]

const BACK = { to: '/onboarding', label: 'Back to all courses' }
const courseSearch = pageSearch({ item: count(null) })

interface StepsProps {
  items: readonly Item[]
  open: Item
  onOpen: (id: number) => void
}

function Steps({ items, open, onOpen }: StepsProps) {
  return (
    <nav aria-label="Pages">
      <ol>
        {items.map((item) => {
          const Icon = item.done ? IconDone : IconOpen
          const current = item.id === open.id
          return (
            <li key={item.id}>
              <button
                type="button"
                className={`hoverable ${classes.step}`}
                data-current={current || undefined}
                aria-current={current ? 'page' : undefined}
                onClick={() => onOpen(item.id)}
              >
                <Icon size={16} stroke={1.75} role="img" aria-label={item.done ? 'Done' : 'Not done'} />
                <span>{item.title}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The published text of a page, or a notice when it was deleted in the meantime. */
function StepText({ id }: { id: number }) {
  const found = useEndpoint(coursePage, { params: { id } })
  if (found.isPending) return <Skeleton height={240} aria-label="Loading the page" role="status" />
  if (found.error instanceof ApiError && found.error.code === 'not_found')
    return (
      <Notice tone="warning" title="This page is no longer available">
        It was removed from the course. Continue with another one.
      </Notice>
    )
  if (!found.data) return <LoadError what="The page" query={found} />
  return <CourseText html={found.data.data.html} />
}

function Step({ items, open, onOpen }: StepsProps) {
  const after = items[items.findIndex(({ id }) => id === open.id) + 1]
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(open.id)
  // The next page starts at its top, for eyes and for screen readers.
  useEffect(() => {
    if (shown.current === open.id) return
    shown.current = open.id
    heading.current?.focus()
  }, [open.id])
  const mark = useMutation({
    mutationFn: (done: boolean) => call(markCourseItem, { params: { id: open.id }, body: { done } }),
    onSuccess: ({ data }) => {
      const following = after?.id ?? data.next
      if (data.done && following !== null) onOpen(following)
    },
  })
  return (
    <Box component="article" maw={760}>
      <Title order={2} mb="sm" fz="xl" ref={heading} tabIndex={-1}>
        {open.title}
      </Title>
      <StepText id={open.id} />
      <Group gap="xs" mt={20}>
        {open.done ? (
          <>
            {after && <Button onClick={() => onOpen(after.id)}>Next page</Button>}
            <Button variant="default" loading={mark.isPending} onClick={() => mark.mutate(false)}>
              Mark as not done
            </Button>
          </>
        ) : (
          <Button loading={mark.isPending} onClick={() => mark.mutate(true)}>
            {after ? 'Done, next page' : 'Done'}
          </Button>
        )}
      </Group>
    </Box>
  )
}

/** One course: its contents beside the open page, by default where the reader left it. */
export function CoursePage() {
  const [{ item }, change] = usePageSearch(courseSearch)
  const found = useEndpoint(courseItems, { params: { id: usePathId() } })
  const course = found.data?.data.course
  const items = found.data?.data.items ?? []
  const open = itemToOpen(items, item, found.data?.data.next ?? null)
  const steps = { items, onOpen: (next: number) => change({ item: next }) }
  return (
    <>
      <PageHeader title={course?.title ?? 'Course'} subtitle={course && howFar(course)} back={BACK} />
      <div className={classes.course}>
        {found.isPending && <Skeleton height={320} aria-label="Loading the course" role="status" />}
        {found.isError && !found.data && <LoadError what="The course" query={found} />}
        {found.data && items.length === 0 && (
          <EmptyState title="No pages yet">Pages appear here once they’re published.</EmptyState>
        )}
        {open && <Steps {...steps} open={open} />}
        {open && <Step {...steps} open={open} />}
      </div>
    </>
  )
}
