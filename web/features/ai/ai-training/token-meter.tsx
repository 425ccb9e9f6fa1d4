import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { calculateTrainingTokens } from '#contract/ai/ai-training-websites.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { UsageMeter } from '#web/ui/usage-meter.tsx'
import classes from './ai-training.module.css'

/** Tokens of all training against the plan's limit. */
export function TokenMeter() {
  const { data } = useQuery(endpointQuery(calculateTrainingTokens, { body: {} }))
  if (!data) return null
  const { tokens, allowance } = data.data
  return (
    <Group wrap="nowrap" gap="xs" fz="xs" title="What the AI can read. 1,000 tokens are about 750 words">
      <span className={classes.quiet}>Tokens</span>
      <UsageMeter used={tokens} limit={allowance} />
    </Group>
  )
}
