import { Box, Group, Progress, SimpleGrid, Skeleton, Text } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs'
import { Link } from '@tanstack/react-router'
import { type Course, searchCourses, topics } from '#contract/branding/courses.ts'
import { counted } from '#contract/core/plural.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx'
import { courseToResume, howFar } from './progress.ts'
import { TeamProgress } from './team-progress.tsx'

/** Pages of all courses that match the words. */
function OnboardingHits({ search }: { search: string }) {
  const found = useEndpoint(searchCourses, { query: { search } })
  const hits = found.data?.data
  if (found.isError && !hits) return <LoadError what="The results" query={found} />
  return (
    <>
      <p role="status">
        {hits &&
          (hits.length === 0 ? `Nothing found for “${search}”` : `${counted(hits.length, 'page')} found`)}
      </p>
      <Box component="ol" maw={760}>
        {hits?.map((hit) => (
          <Box component="li" key={hit.id} py={10} style={{ borderBottom: 'var(--app-line)' }}>
            <AnchorLink
              to="/onboarding/$id"
              params={{ id: String(hit.course_id) }}
              search={{ item: hit.id }}
              fw={600}
            >
              {hit.title}
            </AnchorLink>
            <Text mt={2} c="dimmed">
              {hit.course}
              {hit.excerpt && ` · ${hit.excerpt}`}
            </Text>
          </Box>
        ))}
      </Box>
    </>
  )
}

const onboardingSearch = pageSearch({
  search: freeText(),
  view: oneOf(['courses', 'team'] as const, 'courses'),
  ...paging,
})

function CourseCard({ course }: { course: Course }) {
  const { id, title, summary, items, done, hasContent } = course
  const inside = (
    <>
      <Group component="span" wrap="nowrap" gap="xs" fw={600} c="var(--app-heading)">
        {title}
        {hasContent && done === items && (
          <IconCheck size={16} stroke={1.75} color="var(--app-success)" aria-hidden />
        )}
      </Group>
      <Box component="span" flex={1}>
        {summary}
      </Box>
      <Group component="span" wrap="nowrap" gap={10} fz="xs" c="dimmed" className="numeric">
        {howFar(course)}
        {hasContent && (
          <Progress.Root size={4} w={96} aria-hidden>
            <Progress.Section value={(done / items) * 100} withAria={false} />
          </Progress.Root>
        )}
      </Group>
    </>
  )
  if (!hasContent) return <div className="card-link">{inside}</div>
  return (
    <Link to="/onboarding/$id" params={{ id: String(id) }} className="card-link hoverable">
      {inside}
    </Link>
  )
}

/** Topics with their courses and the person's progress. */
function Topics() {
  const found = useEndpoint(topics)
  const shown = found.data?.data ?? []
  return (
    <>
      {found.isPending && <Skeleton height={160} maw={420} aria-label="Loading the courses" role="status" />}
      {found.isError && !found.data && <LoadError what="The courses" query={found} />}
      {found.data && shown.length === 0 && (
        <EmptyState icon={IconSchool} title="No courses yet">
          Courses appear here once they’re published.
        </EmptyState>
      )}
      {shown.map((topic) => (
        <section key={topic.id} aria-labelledby={`topic-${topic.id}`}>
          <Box id={`topic-${topic.id}`} component="h2" mb="sm">
            {topic.name}
          </Box>
          <SimpleGrid minColWidth="min(300px, 100%)" spacing="sm" mb="lg">
            {topic.courses.map((course) => (
              <CourseCard key={course.id} course={course} />
            ))}
          </SimpleGrid>
        </section>
      ))}
    </>
  )
}

/** Links to the course that was started but not finished. */
function Resume() {
  const found = useEndpoint(topics)
  const course = courseToResume(found.data?.data.flatMap(({ courses }) => courses) ?? [])
  if (!course) return null
  return (
    <ButtonLink to="/onboarding/$id" params={{ id: String(course.id) }}>
      Continue course
    </ButtonLink>
  )
}

/** Courses, a full-text search, and for owners the team's progress. */
export function OnboardingPage() {
  const [query, change] = usePageSearch(onboardingSearch)
  const seesTeam = useCan('manage_team')
  const isTeam = seesTeam && query.view === 'team'
  const search = query.search.trim()
  return (
    <>
      <PageHeader
        title="Onboarding"
        subtitle="Short courses, at your own pace"
        actions={!isTeam && <Resume />}
      >
        {seesTeam && (
          <TabLinks
            label="Onboarding"
            current={isTeam ? 'team' : 'courses'}
            tabs={[
              { id: 'courses', to: '/onboarding', label: 'Courses' },
              { id: 'team', to: '/onboarding', label: 'Team progress', search: () => ({ view: 'team' }) },
            ]}
          />
        )}
      </PageHeader>
      {isTeam ? (
        <TeamProgress query={query} change={change} />
      ) : (
        <Box p="var(--app-gutter)">
          <Box component="search" maw={420} mb={20}>
            <SearchField
              label="Search courses"
              value={query.search}
              onChange={(next) => change({ search: next }, { replace: true })}
            />
          </Box>
          {search ? <OnboardingHits search={search} /> : <Topics />}
        </Box>
      )}
    </>
  )
}
