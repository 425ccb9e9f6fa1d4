import { Box, SimpleGrid, Text } from '@mantine/core'
import type { AiText } from '#contract/ai/ai-text.ts'
import { pageHref, pageLabel } from '#web/lib/sighting-labels.ts'
import { Hint } from '#web/ui/hint.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import {
  citationLabel,
  droppedLabel,
  noTextLabel,
  OPINION_LOOKS,
  reasonLabel,
  SENTENCE_LOOKS,
} from './ai-labels.ts'

type Cited = AiText['sentences'][number]['citations'][number]

function Source({ citation }: { citation: Cited }) {
  const href = citation.url ? pageHref(citation.url) : null
  return (
    <Hint
      component="span"
      display="block"
      mt={2}
      mb="xs"
      ps={10}
      style={{ borderInlineStart: '2px solid var(--app-border)' }}
    >
      {`“${citation.quote}”`}
      <br />
      {citationLabel(citation)}
      {href && citation.url && (
        <>
          {' · '}
          <a href={href} target="_blank" rel="noopener noreferrer">
            {pageLabel(citation.url)}
          </a>
        </>
      )}
    </Hint>
  )
}

/** A text sentence by sentence, each with its quote and verdict, and the sentences left out. */
export function Sentences({ text }: { text: AiText }) {
  if (text.state !== 'written')
    return (
      <Text c="dimmed">
        {text.state === 'no_signal' ? noTextLabel(text) : `Not written: ${reasonLabel(text.reason)}`}
      </Text>
    )
  return (
    <>
      {text.sentences.map((sentence) => (
        <SimpleGrid
          key={sentence.text}
          minColWidth="min(100%, 220px)"
          autoFlow="auto-fit"
          verticalSpacing={4}
          mb="xs"
          className="wrap-anywhere"
        >
          <div>
            {sentence.text} {sentence.state && <StateBadge {...SENTENCE_LOOKS[sentence.state]} />}{' '}
            {sentence.opinion && <StateBadge {...OPINION_LOOKS[sentence.opinion]} />}
          </div>
          <div>
            {sentence.citations.map((citation) => (
              <Source key={`${citation.title} ${citation.quote}`} citation={citation} />
            ))}
          </div>
        </SimpleGrid>
      ))}
      {text.dropped.length > 0 && (
        <Box
          component="ul"
          mt="xs"
          ps={18}
          c="dimmed"
          fz="xs"
          style={{ listStyle: 'disc' }}
          aria-label="Left out"
        >
          {text.dropped.map((dropped) => (
            <li key={dropped.text}>{`Left out: “${dropped.text}” It ${droppedLabel(dropped.reason)}.`}</li>
          ))}
        </Box>
      )}
    </>
  )
}
