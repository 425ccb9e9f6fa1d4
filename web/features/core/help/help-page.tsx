import { GUIDES } from 'virtual:help-guides'
import { Box, SimpleGrid } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useBrand } from '#web/lib/branding.ts'
import { freeText, pageSearch } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import classes from './help.module.css'
import { HelpSearch } from './help-search.tsx'

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
                <Link to={`/help/${slug}`} className={classes.guide}>
                  <strong>{title}</strong>
                  <span>{summary}</span>
                </Link>
              </li>
            ))}
          </SimpleGrid>
        )}
      </Box>
    </>
  )
}
