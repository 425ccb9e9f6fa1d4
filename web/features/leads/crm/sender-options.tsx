import { Select, Switch } from '@mantine/core'
import type { DoubtfulEmail } from '#contract/activity/run-kinds/crm.ts'
import { CRM_KINDS } from '#contract/core/crms/index.ts'
import type { CrmConnection } from '#contract/leads/crm.ts'
import { crmCampaigns } from '#contract/leads/crm-outcomes.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { DoubtfulChoice } from '#web/ui/doubtful-choice.tsx'
import { LoadError } from '#web/ui/load-error.tsx'

/** What a hand-over to a sender needs besides its leads. */
export interface HandOverOptions {
  campaign: string | null
  doubtful: DoubtfulEmail[]
  otherCampaigns: boolean
}

interface Props {
  selected: CrmConnection
  options: HandOverOptions
  onChange: (change: Partial<HandOverOptions>) => void
}

/** The campaign of a hand-over, and who is handed over. */
export function SenderOptions({ selected, options, onChange }: Props) {
  const found = useEndpoint(crmCampaigns, { params: { id: selected.id } })
  const campaigns = found.data?.data ?? []
  const { label } = CRM_KINDS[selected.crm]
  if (found.isError) return <LoadError what="The campaigns" query={found} />
  return (
    <>
      <Select
        label="Campaign"
        required
        placeholder={found.isPending ? 'Loading' : 'Choose a campaign'}
        description={
          found.isSuccess && campaigns.length === 0
            ? `${label} has no campaigns yet. Create one there`
            : 'Leads wait in a campaign that isn’t active'
        }
        searchable={campaigns.length > 10}
        value={options.campaign}
        onChange={(campaign) => onChange({ campaign })}
        data={campaigns.map(({ id, name, state }) => ({ value: id, label: `${name} (${state})` }))}
      />
      <DoubtfulChoice value={options.doubtful} onChange={(doubtful) => onChange({ doubtful })} />
      <Switch
        label="Also leads in another campaign"
        description={`Otherwise leads that ${label} has in another campaign are left out`}
        checked={options.otherCampaigns}
        onChange={(event) => onChange({ otherCampaigns: event.currentTarget.checked })}
      />
    </>
  )
}
