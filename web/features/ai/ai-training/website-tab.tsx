import { Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import {
  crawlTrainingWebsite,
  scheduleTrainingWebsite,
  type TrainingWebsite,
  trainingWebsites,
} from '#contract/ai/ai-training-websites.ts'
import { DEFAULT_TRAINING_PAGES, MAX_TRAINING_PAGES } from '#contract/core/constants.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './ai-training.module.css'
import { CrawlPanel } from './crawl-panel.tsx'
import { SavedLinks } from './saved-links.tsx'
import { tryChange } from './training-failure.tsx'
import { REFRESH_OPTIONS } from './training-labels.ts'
import type { TabProps } from './training-search.ts'
import { useClearedCrawl } from './use-cleared-crawl.ts'

function Website({ site }: { site: TrainingWebsite }) {
  const setDays = (refresh_days: number) =>
    void tryChange(() => call(scheduleTrainingWebsite, { params: { id: site.id }, body: { refresh_days } }))
  return (
    <Group component="li" justify="space-between" gap="8px 16px" py="xs" px="sm" className="divided">
      <Stack component="span" gap={0} miw={0}>
        <strong>{site.website}</strong>
        <Hint component="span">
          {`${formatCount(site.pages, 'page')} added · ${site.last_read_at ? 'read ' : 'never read'}`}
          {site.last_read_at && <When at={site.last_read_at} />}
        </Hint>
      </Stack>
      <NativeSelect
        aria-label={`Refresh schedule for ${site.website}`}
        data={REFRESH_OPTIONS}
        value={String(site.refresh_days)}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
    </Group>
  )
}

/** Crawled websites with their refresh interval. */
function Websites() {
  const { data } = useEndpoint(trainingWebsites)
  if (!data || data.data.length === 0) return null
  return (
    <Stack component="section" aria-label="Websites" gap={12}>
      <h2>Read again</h2>
      <Frame component="ul">
        {data.data.map((site) => (
          <Website key={site.id} site={site} />
        ))}
      </Frame>
    </Stack>
  )
}

/** Crawls a website, selects pages, and lists those of the training. */
export function WebsiteTab(props: TabProps) {
  const { query, change } = props
  const form = useContractForm(crawlTrainingWebsite, {
    initial: { website: '', pages: DEFAULT_TRAINING_PAGES },
    onSuccess: ({ data }) => change({ job: data.jobId }),
  })
  const clear = useClearedCrawl(form, change)
  return (
    <>
      <Stack gap={20} py={20} px="var(--app-gutter)">
        <ContractForm form={form} submitLabel="Find pages">
          <div className={classes.fields}>
            <TextInput
              {...form.field('website')}
              label="Website"
              placeholder="acme.com"
              inputMode="url"
              maxLength={500}
              className={classes.wide}
            />
            <NumberInput
              {...form.field('pages')}
              label="Max pages"
              min={1}
              max={MAX_TRAINING_PAGES}
              allowNegative={false}
            />
          </div>
        </ContractForm>
        {query.job !== null && (
          <CrawlPanel job={query.job} onDone={() => change({ job: null })} onEmpty={clear} />
        )}
        <Websites />
      </Stack>
      <SavedLinks {...props} />
    </>
  )
}
