import { Box, Group } from '@mantine/core'
import { type FunctionComponent, useCallback } from 'react'
import { calculateTrainingTokens } from '#contract/ai/ai-training-websites.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { Hint } from '#web/ui/hint.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { UsageMeter } from '#web/ui/usage-meter.tsx'
import { FilesTab } from './files-tab.tsx'
import { LinkTab } from './link-tab.tsx'
import { QaTab } from './qa-tab.tsx'
import { SearchTab } from './search-tab.tsx'
import { TextsTab } from './texts-tab.tsx'
import { TrainingFailure } from './training-failure.tsx'
import {
  type TabProps,
  TRAINING_TABS,
  type TrainingQuery,
  type TrainingTab,
  trainingSearch,
} from './training-search.ts'
import { WebsiteTab } from './website-tab.tsx'

/** Tokens of all training against the plan's limit. */
function TokenMeter() {
  const { data } = useEndpoint(calculateTrainingTokens, { body: {} })
  // The same room while it loads: beside the title of a phone there is none, so that it takes a line.
  const { tokens, allowance } = data?.data ?? { tokens: 0, allowance: 1 }
  return (
    <Group
      wrap="nowrap"
      gap="xs"
      fz="xs"
      style={data ? undefined : { visibility: 'hidden' }}
      title="What the AI can read. 1,000 tokens are about 750 words"
    >
      <Hint component="span">Tokens</Hint>
      <UsageMeter used={tokens} limit={allowance} />
    </Group>
  )
}

const PATH = '/ai/training'
const TABS: Record<TrainingTab, FunctionComponent<TabProps>> = {
  website: WebsiteTab,
  link: LinkTab,
  texts: TextsTab,
  qa: QaTab,
  files: FilesTab,
  search: SearchTab,
}

/** What the AI may read about the account's business: pages, texts, questions and files, with a search. */
export function AiTrainingPage() {
  const [query, set] = usePageSearch(trainingSearch)
  const change = useCallback((part: Partial<TrainingQuery>) => set(part), [set])
  const Tab = TABS[query.tab]
  return (
    <>
      <PageHeader
        title="AI Training"
        subtitle="What the AI knows about your business"
        actions={<TokenMeter />}
      >
        <TabLinks
          label="AI training"
          current={query.tab}
          tabs={TRAINING_TABS.map(({ id, label }) => ({
            id,
            label,
            to: PATH,
            search: () => (id === 'website' ? {} : { tab: id }),
          }))}
        />
      </PageHeader>
      <Box data-in-order w="100%" maw={860}>
        <TrainingFailure key={`failure of ${query.tab}`} />
        <Tab key={query.tab} query={query} change={change} />
      </Box>
    </>
  )
}
