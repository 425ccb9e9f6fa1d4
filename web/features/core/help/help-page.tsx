import { GUIDES } from 'virtual:help-guides'
import { Box, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { counted } from '#contract/core/plural.ts'
import { useBrand } from '#web/lib/branding.ts'
import { loadFile } from '#web/lib/chunk-reload.ts'
import { freeText, pageSearch } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import classes from './help.module.css'
import { type HelpHit, searchGuides } from './search-guides.ts'

/** The search index, loaded with the first letter. */
const useIndex = (enabled: boolean) =>
  useQuery({
    queryKey: ['help-index'],
    queryFn: () => loadFile(() => import('virtual:help-index')),
    staleTime: Infinity,
    enabled,
  })

const CardTitle = Text.withProps({ component: 'strong', fw: 600, c: 'var(--app-heading)' })

function Hit({ hit }: { hit: HelpHit }) {
  return (
    <li>
      <Link
        to="/help/$guide"
        params={{ guide: hit.guide }}
        {...(hit.id ? { hash: hit.id } : {})}
        className="card-link hoverable"
      >
        <CardTitle>{hit.heading}</CardTitle>
        {hit.heading !== hit.title && <Hint component="span">{hit.title}</Hint>}
        <Text component="span" c="dimmed" className={classes.excerpt}>
          {/* biome-ignore lint/suspicious/noArrayIndexKey: parts of one text */}
          {hit.excerpt.map((part, at) => (at % 2 ? <mark key={at}>{part}</mark> : part))}
        </Text>
      </Link>
    </li>
  )
}

interface HelpSearchProps {
  query: string
  onQuery: (query: string) => void
}

/** Finds sections of all guides by words. */
function HelpSearch({ query, onQuery }: HelpSearchProps) {
  const index = useIndex(query.trim() !== '')
  const hits = index.data && query.trim() ? searchGuides(index.data.SECTIONS, query) : undefined
  return (
    <Box component="search" display="block">
      <SearchField label="Search the help" value={query} onChange={onQuery} />
      <Text my="xs" mih={18} c="dimmed" role="status">
        {hits?.length === 0 && `Nothing found for “${query.trim()}”`}
        {hits && hits.length > 0 && `${counted(hits.length, 'section')} found`}
      </Text>
      {index.isError && <LoadError what="The search" query={index} />}
      {hits && hits.length > 0 && (
        <Stack component="ol" gap="xs">
          {hits.map((hit) => (
            <Hit key={`${hit.guide}#${hit.id}`} hit={hit} />
          ))}
        </Stack>
      )}
    </Box>
  )
}

const SEARCH = pageSearch({ q: freeText() })

/** All guides, with a search. */
export function HelpPage() {
  const [{ q }, set] = usePageSearch(SEARCH)
  const brand = useBrand()
  return (
    <>
      <PageHeader title="Help" subtitle={`How to work with ${brand.name}`} />
      <Box pt="md" pb="xl" px="var(--app-gutter)" maw={860}>
        <HelpSearch query={q} onQuery={(query) => set({ q: query }, { replace: true })} />
        {q.trim() === '' && (
          <SimpleGrid component="ul" minColWidth={260} spacing="xs">
            {GUIDES.map(({ slug, title, summary }) => (
              <li key={slug}>
                <Link to="/help/$guide" params={{ guide: slug }} className="card-link hoverable">
                  <CardTitle>{title}</CardTitle>
                  <Text component="span" c="dimmed">
                    {summary}
                  </Text>
                </Link>
              </li>
            ))}
          </SimpleGrid>
        )}
      </Box>
    </>
  )
}
