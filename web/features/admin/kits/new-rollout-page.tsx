import { NativeSelect, PasswordInput, Radio, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type KitTarget, previewRollout, rollOutKit } from '#contract/admin/kit-rollouts.ts'
import { type StoredKitDetail, showKit } from '#contract/admin/stored-kits.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { count, pageSearch } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch, usePathId } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { useSelection } from '#web/ui/use-selection.ts'
import { Wizard } from '#web/ui/wizard.tsx'
import { versionLabel } from './kit-labels.ts'
import { ListFrame } from './list-frame.tsx'
import { PREVIEW_COLUMNS, PreviewDetail } from './rollout-preview.tsx'
import { makeTargets, RolloutTargets, type TargetChoice } from './rollout-targets.tsx'

const rollOutSearch = pageSearch({ version: count(null), account: count(null) })
const STEPS = ['Accounts', 'Dry run'] as const

type Targets = NonNullable<ReturnType<typeof makeTargets>>

/** The dry run: what would change, account by account. */
function usePreview(
  id: number,
  { version, variables }: { version: number; variables: Record<string, string> },
  targets: Targets | null,
  isOn: boolean,
) {
  const [query, setQuery] = useState({ page: 1, limit: 20 })
  const found = usePagedQuery(
    previewRollout,
    { params: { id }, query, body: { version, variables, ...targets } },
    { enabled: isOn && targets !== null, staleTime: 0 },
  )
  return { found, query, change: (part: Partial<typeof query>) => setQuery((now) => ({ ...now, ...part })) }
}

interface DryRunProps {
  kit: StoredKitDetail
  version: number
  variables: Record<string, string>
  preview: ReturnType<typeof usePreview>
  conflicts: 'keep' | 'replace'
  onConflicts: (conflicts: 'keep' | 'replace') => void
}

function DryRun({ kit, version, variables, preview, conflicts, onConflicts }: DryRunProps) {
  return (
    <Stack gap="md">
      <p>Nothing has changed yet. This is what the roll-out would do.</p>
      <ListFrame>
        <ListSection
          label="Dry run"
          things="accounts"
          list={preview}
          columns={PREVIEW_COLUMNS}
          rowKey={({ account_id }) => account_id}
          inside={(row) => {
            const { added, changed, removed, conflicts: own } = row.counts
            const any = row.problem === null && added + changed + removed + own > 0
            return any ? (
              <PreviewDetail row={row} kitId={kit.id} version={version} variables={variables} />
            ) : null
          }}
          empty={
            <EmptyState level={3} title="No account is meant">
              Nobody has this kit or package.
            </EmptyState>
          }
        />
      </ListFrame>
      <Radio.Group
        label="What accounts have changed themselves"
        value={conflicts}
        onChange={(value) => onConflicts(value as 'keep' | 'replace')}
      >
        <Stack gap={8} mt={4}>
          <Radio size="xs" value="keep" label="Keep theirs" />
          <Radio size="xs" value="replace" label="Replace with the kit" />
        </Stack>
      </Radio.Group>
      {conflicts === 'replace' && (
        <Notice tone="warning">Accounts lose what they have changed themselves, until you roll back.</Notice>
      )}
    </Stack>
  )
}

interface KitValuesProps {
  values: Record<string, string>
  onChange: (name: string, value: string) => void
}

/** What the kit only names, such as the token of a webhook. It is used for this roll-out and not kept in the kit. */
function KitValues({ values, onChange }: KitValuesProps) {
  const names = Object.keys(values)
  if (names.length === 0) return null
  return (
    <Stack gap="sm" maw={420}>
      <p>
        This version needs {formatCount(names.length, 'value')} that the kit doesn’t have. What you type is
        used for this roll-out only.
      </p>
      {names.map((name) => (
        <PasswordInput
          key={name}
          label={name}
          autoComplete="off"
          maxLength={4000}
          value={values[name]}
          onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
        />
      ))}
    </Stack>
  )
}

/** Chooses accounts, shows what would change there, and starts. */
function RollOut({ kit }: { kit: StoredKitDetail }) {
  const navigate = useNavigate()
  const [search, setSearch] = usePageSearch(rollOutSearch)
  const version = kit.versions.some(({ number }) => number === search.version)
    ? (search.version as number)
    : kit.version
  const needed = kit.versions.find(({ number }) => number === version)?.variables ?? []
  // A link to one account leads to its dry run.
  const [step, setStep] = useState(search.account !== null && needed.length === 0 ? 1 : 0)
  const [choice, setChoice] = useState<TargetChoice>({
    kind: search.account !== null ? 'one' : kit.accounts > 0 ? 'on_kit' : 'accounts',
    packageId: '',
    accountId: search.account,
  })
  const [conflicts, setConflicts] = useState<'keep' | 'replace'>('keep')
  const selection = useSelection<KitTarget>('')
  const targets = makeTargets(
    choice,
    selection.rows.map(({ account_id }) => account_id),
  )
  const [values, setValues] = useState<Record<string, string>>({})
  const variables = Object.fromEntries(needed.map((name) => [name, values[name] ?? '']))
  const preview = usePreview(kit.id, { version, variables }, targets, step === 1)
  const total = preview.found.data?.total ?? 0
  const start = useMutation({
    mutationFn: () =>
      call(rollOutKit, {
        params: { id: kit.id },
        body: { version, variables, conflicts, ...(targets as Targets) },
      }),
    onSuccess: ({ data }) =>
      navigate({ to: '/whitelabel/kits/roll-outs/$id', params: { id: String(data.id) } }),
  })
  return (
    <Wizard
      label="Roll-out"
      steps={STEPS}
      step={step}
      onStep={setStep}
      isOver={false}
      canContinue={
        step === 0
          ? targets !== null && Object.values(variables).every(Boolean)
          : total > 0 && !preview.found.isPlaceholderData
      }
      isBusy={start.isPending}
      finish={
        step === 1
          ? {
              label: total > 0 ? `Roll out to ${formatCount(total, 'account')}` : 'Roll out',
              run: () => start.mutate(),
            }
          : null
      }
    >
      {step === 0 ? (
        <>
          {kit.versions.length > 1 && (
            <NativeSelect
              label="Version"
              maw={420}
              data={kit.versions.map(({ number, note }) => ({
                value: String(number),
                label: note ? `${versionLabel(number)}: ${note}` : versionLabel(number),
              }))}
              value={String(version)}
              onChange={({ currentTarget }) =>
                setSearch({ version: Number(currentTarget.value) }, { replace: true })
              }
            />
          )}
          <RolloutTargets kit={kit} choice={choice} onChange={setChoice} selection={selection} />
          <KitValues
            values={variables}
            onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
          />
        </>
      ) : (
        <DryRun
          kit={kit}
          version={version}
          variables={variables}
          preview={preview}
          conflicts={conflicts}
          onConflicts={setConflicts}
        />
      )}
    </Wizard>
  )
}

/** Rolls a version of a kit out. */
export function NewRolloutPage() {
  const id = usePathId()
  const found = useEndpoint(showKit, { params: { id } })
  const kit = found.data?.data
  return (
    <>
      <PageHeader
        title={kit ? `Roll out ${kit.name}` : 'Roll out'}
        back={{ to: `/whitelabel/kits/${id}`, label: 'Back to the kit' }}
      />
      {found.isPending && <SkeletonRows rows={6} height={56} label="Loading the kit" />}
      {found.isError && !kit && <LoadError what="The kit" query={found} />}
      {kit && <RollOut key={kit.id} kit={kit} />}
    </>
  )
}
