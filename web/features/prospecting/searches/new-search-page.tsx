import { Alert, Box, Button, Stack } from '@mantine/core'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { showList } from '#contract/leads/lists.ts'
import { errorMessage } from '#web/lib/api.ts'
import { useCategoryLabel } from '#web/lib/categories.ts'
import { type KeyHelp, useDocumentKey, useKeyHelp } from '#web/lib/keys.ts'
import { type ListRef, listRef, useListRef } from '#web/lib/list-ref.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Frame } from '#web/ui/frame.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { suggestName } from './list-name.ts'
import { ListTypePicker } from './list-type-picker.tsx'
import { NeedsInput } from './needs-input.tsx'
import classes from './new-search-page.module.css'
import { QuotePanel } from './quote-panel.tsx'
import { emptyDraft, filledDraft, isOpenEnded } from './search-draft.ts'
import { SearchForm } from './search-form.tsx'
import { SearchMap } from './search-map.tsx'
import { makeOffer } from './search-offer.ts'
import { SearchPreview } from './search-preview.tsx'
import { SentenceInput } from './sentence-input.tsx'
import { useEstimate } from './use-estimate.ts'
import { useSearchDraft } from './use-search-draft.ts'
import { useStartSearch } from './use-start-search.ts'

const SAMPLE_SIZE = 50
const KEYS: readonly KeyHelp[] = [
  { keys: ['Ctrl', 'Enter'], label: 'Start the search', group: 'In a search' },
]

/** Runs `start` on Ctrl+Enter (Cmd+Enter), wherever the focus is. */
function useStartKey(start: () => void) {
  useDocumentKey((event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    start()
  })
}

/** Why the search doesn’t start; what is missing for its price is part of the offer. */
function StartProblem({ isIncomplete, error }: { isIncomplete: boolean; error: Error | null }) {
  return (
    <>
      {isIncomplete && (
        <Box mt="sm">
          <Notice tone="danger">{MESSAGES.fillAll}</Notice>
        </Box>
      )}
      {error && (
        <Alert color="red" variant="light" mt="sm" role="alert">
          {errorMessage(error)}
        </Alert>
      )}
    </>
  )
}

function SearchScreen({ into }: { into: ListRef | undefined }) {
  const [draft, setDraft] = useSearchDraft(into?.type)
  const [tried, setTried] = useState(false)
  const list = useEndpoint(showList, { params: { id: into?.id ?? 0 } }, { enabled: into !== undefined })
  const estimate = useEstimate(draft, into?.id)
  const category = typeof draft.values.category === 'string' ? draft.values.category : ''
  const suggested = suggestName(draft, useCategoryLabel(category))
  const start = useStartSearch(into)
  const offer = makeOffer(draft, estimate, start.error)
  useKeyHelp(KEYS)

  const change = (next: typeof draft) => {
    if (start.isError) start.reset()
    setDraft(next)
  }
  const run = () => {
    setTried(true)
    const { checked, settled, quote } = estimate
    if (!checked.ok || !settled || !quote.data || !offer.ready || start.isPending) return
    start.mutate({
      type: draft.type,
      name: draft.name?.trim() || suggested,
      search: checked.search,
      limit: draft.limit,
      onlyNew: draft.onlyNew,
      needs: draft.needs,
      sort: draft.sort,
      checkWebsites: draft.checkWebsites,
      quoteId: quote.data.data.id,
      maxCost: offer.stopAt ?? quote.data.data.credits.max,
    })
  }
  const runSample = () => {
    const { type } = draft
    const name = suggestName({ ...emptyDraft(type), values: { source: 'sample' } })
    start.mutate({
      type,
      name,
      search: { source: 'sample' },
      limit: SAMPLE_SIZE,
      onlyNew: false,
      needs: draft.needs,
    })
  }
  useStartKey(run)
  return (
    <>
      <PageHeader
        title={into ? 'New search for a list' : 'New Search'}
        subtitle={into ? (list.data?.data.name ?? '\u00a0') : undefined}
        {...(into
          ? { back: { to: `/saved-lists/${listRef(into.type, into.id)}`, label: 'Back to the list' } }
          : {})}
        actions={
          <ButtonLink
            to="/lead-search/import"
            search={into ? { list: listRef(into.type, into.id) } : { type: draft.type }}
            variant="default"
            leftSection={<IconUpload aria-hidden />}
          >
            Import a file
          </ButtonLink>
        }
      />
      <form className={classes.columns} onSubmit={(event) => event.preventDefault()} noValidate>
        <Stack gap={20} miw={0}>
          <SentenceInput type={into?.type} onFilled={(form) => change(filledDraft(form))} />
          {!into && (
            <ListTypePicker
              value={draft.type}
              onChange={(type) => change({ ...emptyDraft(type), limit: draft.limit, onlyNew: draft.onlyNew })}
            />
          )}
          <NeedsInput draft={draft} onChange={change} />
          <SearchForm
            draft={draft}
            onChange={change}
            errors={estimate.errors}
            showAll={tried}
            suggestedName={suggested}
            named={into !== undefined}
          />
        </Stack>
        <div className={classes.side}>
          <Frame component="section" p="md" bg="var(--app-surface)" aria-label="Count and price">
            <QuotePanel
              estimate={estimate}
              draft={draft}
              open={isOpenEnded(draft)}
              stopAt={offer.stopAt}
              affordable={offer.short}
              onChange={change}
            />
            <StartProblem
              isIncomplete={tried && Object.values(estimate.errors).includes(MESSAGES.required)}
              error={offer.short === null ? start.error : null}
            />
            <Button
              fullWidth
              size="sm"
              mt="md"
              loading={start.isPending}
              disabled={estimate.checked.ok && !offer.ready}
              onClick={run}
            >
              {offer.label}
            </Button>
            <Button fullWidth variant="subtle" mt={8} disabled={start.isPending} onClick={runSample}>
              Try with sample data (0 credits)
            </Button>
          </Frame>
          <SearchMap draft={draft} onChange={change} estimate={estimate} />
          <SearchPreview estimate={estimate} />
        </div>
      </form>
    </>
  )
}

/** A new search, into a new list or the list in the URL. */
export function NewSearchPage() {
  const ref = useListRef()
  return <SearchScreen key={ref ? listRef(ref.type, ref.id) : 'new'} into={ref} />
}
