import { Stack, Text } from '@mantine/core'
import { Hint } from '#web/ui/hint.tsx'
import { formatCount } from '../lib/format.ts'
import { listPages, methodPhrase, pageHref, pageLabel } from '../lib/sighting-labels.ts'

interface SightingsProps {
  value: string
  sources: readonly { url: string; method: string }[]
}

/** The pages a value was found on, each with the form it had there. */
export function Sightings({ value, sources }: SightingsProps) {
  const pages = listPages(sources)
  return (
    <>
      <Text component="div" fw={500} c="var(--app-heading)">
        {value}
      </Text>
      <Hint>
        {pages.length === 0
          ? 'Not found on any page we read.'
          : `Found on ${formatCount(pages.length, 'page')}`}
      </Hint>
      <Stack component="ul" gap="xs" mt={6}>
        {pages.map(({ url, methods }) => {
          const href = pageHref(url)
          return (
            <Stack component="li" gap={0} key={url}>
              {href ? (
                <a href={href} target="_blank" rel="noopener noreferrer">
                  {pageLabel(url)}
                </a>
              ) : (
                <span>{url}</span>
              )}
              <Hint component="span">{`Found in ${methods.map(methodPhrase).join(', and in ')}`}</Hint>
            </Stack>
          )
        })}
      </Stack>
    </>
  )
}
