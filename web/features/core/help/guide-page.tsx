import { GUIDES, type HelpNode } from 'virtual:help-guides'
import { Box, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePathParam } from '#web/lib/use-page-search.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { GuideBody } from './guide-body.tsx'
import classes from './help.module.css'

const readText = (node: HelpNode): string =>
  typeof node === 'string' ? node : (node.slice(2) as HelpNode[]).map(readText).join('')

/** Headings of the second level, with their anchors. */
const listHeadings = (body: readonly HelpNode[]): { id: string; text: string }[] =>
  body.flatMap((node) =>
    node[0] === 'h2' && typeof node !== 'string' ? [{ id: node[1].id ?? '', text: readText(node) }] : [],
  )

function Contents({ body }: { body: readonly HelpNode[] }) {
  return (
    <nav aria-label="On this page" className={classes.contents}>
      <Stack component="ul" gap={6}>
        {listHeadings(body).map(({ id, text }) => (
          <li key={id}>
            <AnchorLink to="." hash={id} underline="hover">
              {text}
            </AnchorLink>
          </li>
        ))}
      </Stack>
    </nav>
  )
}

/** One guide of the help. */
export function GuidePage() {
  const slug = usePathParam('guide')
  const at = GUIDES.findIndex((entry) => entry.slug === slug)
  const guide = GUIDES[at]
  if (!guide)
    return (
      <PageHeader
        title="Guide not found"
        subtitle="It may have been renamed. See all guides"
        back={{ to: '/help', label: 'All help' }}
      />
    )
  const next = GUIDES[at + 1]
  return (
    <>
      <PageHeader title={guide.title} back={{ to: '/help', label: 'All help' }} />
      <div className={classes.columns}>
        <article className={classes.article}>
          <GuideBody key={guide.slug} body={guide.body} />
          {next && (
            <Box component="p" mt={40} pt="md" style={{ borderTop: 'var(--app-line)' }}>
              Next:{' '}
              <Link to="/help/$guide" params={{ guide: next.slug }}>
                {next.title}
              </Link>
            </Box>
          )}
        </article>
        <Contents body={guide.body} />
      </div>
    </>
  )
}
