import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import { PROMPT_TYPE_LABELS } from '#contract/ai/ai-prompt-types.ts'
import { AI_TEXT_STATES, type AiTextState } from '#contract/ai/ai-text.ts'
import { type Generation, generations } from '#contract/ai/platform-prompts.ts'
import { formatDecimal, formatNumber } from '#web/lib/format.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { AssistantTabs } from './assistant-tabs.tsx'

const MAX_SEARCH = 254

const generationsSearch = pageSearch({
  search: freeText(MAX_SEARCH),
  state: oneOf(AI_TEXT_STATES, null),
  ...paging,
})
type GenerationsQuery = ReturnType<typeof generationsSearch.read>

const STATES: Record<AiTextState, { state: string; label: string }> = {
  queued: { state: 'queued', label: 'Queued' },
  answered: { state: 'running', label: 'Being checked' },
  written: { state: 'succeeded', label: 'Written' },
  no_signal: { state: 'not_found', label: 'Nothing to write' },
  failed: { state: 'failed', label: 'Failed' },
  not_tried: { state: 'cancelled', label: 'Not tried' },
}

/** Labels of quote check results. */
function formatVerdict({ verdict: { quoted, not_verified, dropped } }: Generation): string {
  const parts = [
    quoted > 0 && `${formatNumber(quoted)} quoted`,
    not_verified > 0 && `${formatNumber(not_verified)} not verified`,
    dropped > 0 && `${formatNumber(dropped)} left out`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : '–'
}

const COLUMNS: readonly Column<Generation>[] = [
  { id: 'when', label: 'When', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'account', label: 'Account', card: 'title', wrap: '180px', cell: ({ account }) => account },
  {
    id: 'prompt',
    label: 'Prompt',
    wrap: '220px',
    cell: ({ prompt_type, prompt_name, prompt_version, is_platform_prompt }) =>
      is_platform_prompt
        ? `${PROMPT_TYPE_LABELS[prompt_type]} (default${prompt_version ? `, version ${prompt_version}` : ''})`
        : `${prompt_name}, version ${prompt_version}`,
  },
  { id: 'state', label: 'State', cell: ({ state }) => <StateBadge {...STATES[state]} /> },
  {
    id: 'model',
    label: 'Model',
    cell: ({ provider, model }) => (provider === 'template' ? 'Templates' : (model ?? '–')),
  },
  {
    id: 'tokens',
    label: 'Tokens',
    align: 'end',
    title: 'Prompt and response',
    cell: ({ prompt_tokens, completion_tokens }) =>
      `${formatNumber(prompt_tokens)} + ${formatNumber(completion_tokens)}`,
  },
  {
    id: 'credits',
    label: 'Credits',
    align: 'end',
    title: 'This text’s share of the run’s cost',
    cell: ({ credits }) => formatDecimal(credits),
  },
  {
    id: 'verdict',
    label: 'Quote check',
    cell: formatVerdict,
    title: 'Sentences by result of their quote check',
  },
]

const FILTERS: readonly ListFilter<GenerationsQuery>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: AI_TEXT_STATES.map((value) => ({ value, label: STATES[value].label })),
  },
]

/** All text generations, in all accounts; for administrators. */
export function GenerationsPage() {
  const [query, change] = usePageSearch(generationsSearch)
  const { page, limit, search, state } = query
  const found = usePagedQuery(generations, { query: { page, limit, search, state } })
  return (
    <ListPage
      title="AI Assistant history"
      subtitle="Every text generation in all accounts. The texts themselves aren’t shown"
      tabs={<AssistantTabs current="/admin/ai-assistant/history" />}
      label="Texts"
      list={{ found, query, change }}
      searchLabel="Search accounts"
      searchMax={MAX_SEARCH}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={IconSparkles} title="No texts yet">
          Texts that the assistant writes for any account appear here.
        </EmptyState>
      }
    />
  )
}
