import { Progress, Skeleton } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Course, topics } from '#contract/branding/courses.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import classes from './onboarding.module.css'
import { howFar } from './progress.ts'

function CourseCard({ course }: { course: Course }) {
  const { id, title, summary, items, done, hasContent } = course
  const inside = (
    <>
      <span className={classes.cardTitle}>
        {title}
        {hasContent && done === items && <IconCheck size={16} stroke={1.75} aria-hidden />}
      </span>
      <span className={classes.summary}>{summary}</span>
      <span className={classes.far}>
        {howFar(course)}
        {hasContent && (
          <Progress.Root size={4} className={classes.bar} aria-hidden>
            <Progress.Section value={(done / items) * 100} withAria={false} />
          </Progress.Root>
        )}
      </span>
    </>
  )
  if (!hasContent) return <div className={classes.card}>{inside}</div>
  return (
    <Link to="/onboarding/$id" params={{ id: String(id) } as never} className={classes.card} data-open>
      {inside}
    </Link>
  )
}

/** The topics of the onboarding with their courses, and how far the person is with each. */
export function OnboardingPage() {
  const found = useQuery(endpointQuery(topics))
  const shown = found.data?.data.filter((topic) => topic.courses.length > 0) ?? []
  return (
    <>
      <PageHeader title="Onboarding" subtitle="Short courses, at your own pace" />
      <div className={classes.page}>
        {found.isPending && (
          <Skeleton height={160} maw={420} aria-label="Loading the courses" role="status" />
        )}
        {found.isError && !found.data && (
          <LoadError what="The courses" error={found.error} onRetry={() => void found.refetch()} />
        )}
        {found.data && shown.length === 0 && (
          <EmptyState icon={IconSchool} title="No courses yet">
            Courses appear here.
          </EmptyState>
        )}
        {shown.map((topic) => (
          <section key={topic.id} aria-labelledby={`topic-${topic.id}`}>
            <h2 id={`topic-${topic.id}`} className={classes.topic}>
              {topic.name}
            </h2>
            <div className={classes.cards}>
              {topic.courses.map((course) => (
                <CourseCard key={course.id} course={course} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </>
  )
}
