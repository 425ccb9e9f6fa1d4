import { Box, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Hint } from '#web/ui/hint.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import classes from './help.module.css'
import { type HelpHit, type HelpSection, searchGuides } from './search-guides.ts'

/** The search index, loaded with the first letter. */
function useSections(enabled: boolean): readonly HelpSection[] | undefined {
  const [sections, setSections] = useState<readonly HelpSection[]>()
  useEffect(() => {
    if (enabled && !sections) void import('virtual:help-index').then((module) => setSections(module.SECTIONS))
  }, [enabled, sections])
  return sections
}

function Hit({ hit }: { hit: HelpHit }) {
  return (
    <li>
      <Link to={`/help/${hit.guide}`} {...(hit.id ? { hash: hit.id } : {})} className={classes.hit}>
        <strong>{hit.heading}</strong>
        {hit.heading !== hit.title && <Hint component="span">{hit.title}</Hint>}
        <span className={classes.excerpt}>
          {/* biome-ignore lint/suspicious/noArrayIndexKey: parts of one text */}
          {hit.excerpt.map((part, at) => (at % 2 ? <mark key={at}>{part}</mark> : part))}
        </span>
      </Link>
    </li>
  )
}

interface HelpSearchProps {
  query: string
  onQuery: (query: string) => void
}

/** Finds sections of all guides by words. */
export function HelpSearch({ query, onQuery }: HelpSearchProps) {
  const sections = useSections(query.trim() !== '')
  const hits = sections && query.trim() ? searchGuides(sections, query) : undefined
  return (
    <Box component="search" display="block">
      <SearchField label="Search the help" value={query} onChange={onQuery} />
      <Text my="xs" mih={18} c="dimmed" role="status">
        {hits?.length === 0 && `Nothing found for “${query.trim()}”`}
        {hits && hits.length > 0 && `${hits.length} ${hits.length === 1 ? 'section' : 'sections'} found`}
      </Text>
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
