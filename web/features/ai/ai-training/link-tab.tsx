import { Stack, TextInput } from '@mantine/core'
import { crawlTrainingLink } from '#contract/ai/ai-training-websites.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { CrawlPanel } from './crawl-panel.tsx'
import { SavedLinks } from './saved-links.tsx'
import type { TabProps } from './training-search.ts'
import { useClearedCrawl } from './use-cleared-crawl.ts'

/** Reads one page for the training. */
export function LinkTab(props: TabProps) {
  const { query, change } = props
  const form = useContractForm(crawlTrainingLink, {
    initial: { link: '' },
    onSuccess: ({ data }) => change({ job: data.jobId }),
  })
  const clear = useClearedCrawl(form, change)
  return (
    <>
      <Stack gap={20} py={20} px="var(--app-gutter)">
        <ContractForm form={form} submitLabel="Read page">
          <TextInput
            {...form.field('link')}
            label="Page URL"
            placeholder="https://acme.com/pricing"
            inputMode="url"
            maxLength={2000}
          />
        </ContractForm>
        {query.job !== null && (
          <CrawlPanel job={query.job} onDone={() => change({ job: null })} onEmpty={clear} />
        )}
      </Stack>
      <SavedLinks {...props} />
    </>
  )
}
