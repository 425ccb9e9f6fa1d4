import { Progress, Stack, Text } from '@mantine/core'
import { leadScore, type LeadScore as Score } from '#contract/ai/lead-scores.ts'
import { formatNumber } from '#web/lib/format.ts'
import type { ListRef } from '#web/lib/list-ref.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Pending } from '#web/ui/pending.tsx'

interface LeadScoreProps {
  target: ListRef
  leadId: number
}

function Reason({ label, text, weight, leads, won }: Score['reasons'][number]) {
  return (
    <Text component="li">
      {`${weight >= 0 ? '+' : '−'} ${label}: ${text} `}
      <Text span c="dimmed">
        {`(${formatNumber(won)} of ${formatNumber(leads)} won)`}
      </Text>
    </Text>
  )
}

/** The score of one lead with its reasons; nothing without scores. */
export function LeadScore({ target, leadId }: LeadScoreProps) {
  const params = { type: target.type, id: target.id, resultId: leadId }
  const found = useEndpoint(leadScore, { params })
  const { score = null, reasons = [] } = found.data?.data ?? {}
  if (found.isPending) return <Pending />
  if (score === null) return null
  return (
    <Stack component="section" gap={4} mb="md" aria-label="Score">
      <Text component="h3" fw={600} m={0}>
        {`Score ${score}`}
      </Text>
      <Progress value={score} size="sm" aria-label={`Score ${score} of 100`} />
      <ul style={{ margin: 0, paddingInlineStart: 0, listStyle: 'none' }}>
        {reasons.map((reason) => (
          <Reason key={reason.field} {...reason} />
        ))}
      </ul>
      <Text fz="xs" c="dimmed">
        50 is average; higher scores are more like the leads you won
      </Text>
    </Stack>
  )
}
