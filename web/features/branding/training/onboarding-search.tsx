import { Anchor, Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { searchCourses } from '#contract/branding/courses.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import classes from './onboarding.module.css'

/** Pages of all courses that match the words. */
export function OnboardingHits({ search }: { search: string }) {
  const found = useQuery(endpointQuery(searchCourses, { query: { search } }))
  const hits = found.data?.data
  if (found.isError && !hits) return <LoadError what="The results" of={found} />
  return (
    <>
      <p role="status">
        {hits &&
          (hits.length === 0
            ? `Nothing found for “${search}”`
            : `${hits.length} ${hits.length === 1 ? 'page' : 'pages'} found`)}
      </p>
      <Box component="ol" maw={760}>
        {hits?.map((hit) => (
          <li key={hit.id} className={classes.hit}>
            <Anchor
              component={Link}
              to={`/onboarding/${hit.course_id}`}
              search={{ item: hit.id } as never}
              fw={600}
            >
              {hit.title}
            </Anchor>
            <p>
              {hit.course}
              {hit.excerpt && ` · ${hit.excerpt}`}
            </p>
          </li>
        ))}
      </Box>
    </>
  )
}
