import { Box, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type AiText, aiTexts } from '#contract/ai/ai-text.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Pending } from '#web/ui/pending.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { textName } from './ai-labels.ts'
import { REVIEW_LOOKS } from './review-badges.ts'
import { Sentences } from './sentences.tsx'

const MAX_TEXTS = 50

/** The newest text of each field; replaced, rejected and preview texts are history. */
function newest(texts: readonly AiText[]): AiText[] {
  const shown = texts.filter(
    ({ review }) => review === 'open' || review === 'accepted' || review === 'edited',
  )
  return shown.filter(({ field }, at) => shown.findIndex((other) => other.field === field) === at)
}

/** Texts about one lead, each sentence with its quote; nothing without texts. */
export function LeadTexts({ leadId }: { leadId: number }) {
  const found = useEndpoint(aiTexts, { query: { lead_id: leadId, state: 'written', limit: MAX_TEXTS } })
  const texts = newest(found.data?.data ?? [])
  if (found.isPending) return <Pending />
  if (texts.length === 0) return null
  return (
    <section aria-label="AI text">
      {texts.map((text) => (
        <Box key={text.id} component="article" py="sm" className="divided">
          <Title order={4} mb={4}>
            {textName(text)} {text.review && <StateBadge {...REVIEW_LOOKS[text.review]} />}
          </Title>
          <Sentences text={text} />
          {text.review === 'open' && (
            <Link to="/lead-search/ai-assistant" search={{ tab: 'review', text: text.id }}>
              Review
            </Link>
          )}
        </Box>
      ))}
    </section>
  )
}
