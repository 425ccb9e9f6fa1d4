import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { openAiKey } from '#contract/ai/open-ai.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { PromptsTab } from './prompts-tab.tsx'
import { useReviewCount } from './review-count.tsx'
import { ReviewTab, reviewSearch } from './review-tab.tsx'

const PATH = '/lead-search/ai-assistant'
const makeTabs = (waiting: number) => [
  { id: 'prompts', to: PATH, label: 'Prompts', search: () => ({}) },
  {
    id: 'review',
    to: PATH,
    label: waiting > 0 ? `Review (${formatNumber(waiting)})` : 'Review',
    search: () => ({ tab: 'review' }),
  },
]

/** Notice without a model: what is written all the same. */
function WithoutModel() {
  const found = useEndpoint(openAiKey)
  if (found.isPending) return <Pending />
  if (found.data?.data.provider !== 'template') return null
  return (
    <Text c="dimmed" py="sm" px="var(--app-gutter)">
      Without a model, only summaries and first lines are written, where the lead’s fields or website give a
      whole sentence. They ignore your instructions. <Link to="/integration/open-ai">Add a key</Link>
    </Text>
  )
}

/** Prompts of the account, and texts to review. */
export function AiAssistantPage() {
  const [{ tab }] = usePageSearch(reviewSearch)
  const waiting = useReviewCount()
  return (
    <>
      <PageHeader title="AI Assistant" subtitle="Prompts for texts about your leads, and texts to review">
        <TabLinks label="AI Assistant" tabs={makeTabs(waiting)} current={tab} />
      </PageHeader>
      <WithoutModel />
      {tab === 'review' ? <ReviewTab /> : <PromptsTab />}
    </>
  )
}
