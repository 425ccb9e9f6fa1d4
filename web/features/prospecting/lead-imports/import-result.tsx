import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Run } from '#contract/activity/runs.ts'
import { undoChange } from '#contract/leads/lead-edits.ts'
import { LeadFilters, leads } from '#contract/leads/leads.ts'
import { canonicalListType, type ListTypeName } from '#contract/leads/list-types/index.ts'
import { leadImportRejected, leadImportResult } from '#contract/prospecting/lead-imports.ts'
import { call, download, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { type DialogAction, useOfferedActions } from '#web/lib/lead-actions.ts'
import { type ListRef, listRef } from '#web/lib/list-ref.ts'
import { type CountLabel, isRunActive } from '#web/lib/run-facts.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { useRunStrip } from '#web/lib/use-run-strip.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RunStrip } from '#web/ui/run-strip.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { ButtonLink } from '../../../ui/links.tsx'

const COUNT_LABELS: CountLabel[] = [
  { name: 'imported', label: 'imported' },
  { name: 'merged', label: 'merged' },
  { name: 'rejected', label: 'rejected' },
  { name: 'emptied', label: ['cell left empty', 'cells left empty'] },
  { name: 'need_country', label: ['phone number needs a country', 'phone numbers need a country'] },
]

const Strip = ({ run }: { run: Run }) => <RunStrip {...useRunStrip(run, COUNT_LABELS)} />

/** Leads of the list without an email. */
const WITHOUT_EMAIL = LeadFilters.parse({ custom_search: [{ field: 'email', operator: 'empty' }] })

/** Offers Find emails as the next step, with its price. `opensAtOnce`: it was requested before the import. */
function FindEmails({ target, opensAtOnce }: { target: ListRef; opensAtOnce: boolean }) {
  const action = useOfferedActions({ type: target.type, view: 'active' }).find(
    (candidate): candidate is DialogAction => candidate.name === 'find-emails' && 'Dialog' in candidate,
  )
  const found = useEndpoint(
    leads,
    { params: target, body: { ...WITHOUT_EMAIL, limit: 1 } },
    { enabled: action !== undefined },
  )
  const count = found.data?.total ?? 0
  const [opened, setOpened] = useState(false)
  const [started, setStarted] = useState<number | null>(null)
  const requested = useRef(!opensAtOnce)
  useEffect(() => {
    if (requested.current || count === 0) return
    requested.current = true
    setOpened(true)
  }, [count])
  const run = useFollowedRun(started)
  if (!action || (count === 0 && started === null)) return null
  const { Dialog, price } = action
  return (
    <>
      {started === null && (
        <Button
          variant="default"
          onClick={() => setOpened(true)}
        >{`Find emails · ${price?.(target.type) ?? ''}`}</Button>
      )}
      {run.data && <Strip run={run.data.data} />}
      <Suspense>
        <Dialog
          leadRequest={{
            target,
            count,
            selection: { filters: WITHOUT_EMAIL },
            view: { filters: WITHOUT_EMAIL, count },
          }}
          opened={opened}
          onClose={() => setOpened(false)}
          onStarted={({ runId }) => setStarted(runId)}
        />
      </Suspense>
    </>
  )
}

function Rejected({ run }: { run: Run }) {
  const file = useMutation({
    mutationFn: () => call(leadImportRejected, { params: { run_id: run.id } }),
    onSuccess: ({ data }) => download(data.url),
  })
  const { rejected = 0 } = run.counts
  if (rejected === 0) return null
  return (
    <Button variant="default" loading={file.isPending} onClick={() => file.mutate()}>
      {`Download ${formatCount(rejected, 'rejected row')}`}
    </Button>
  )
}

/** Undoes the whole import. */
function Undo({ target, token }: { target: ListRef; token: number }) {
  const undo = useMutation({
    mutationFn: () => call(undoChange, { params: target, body: { undo_token: token } }),
  })
  return (
    <>
      <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
        Undo import
      </Button>
      {undo.isError && <Notice tone="danger">{errorMessage(undo.error)}</Notice>}
    </>
  )
}

/** Results of the import, and next steps. */
function After({
  runId,
  opensAtOnce,
  onAgain,
}: {
  runId: number
  opensAtOnce: boolean
  onAgain: () => void
}) {
  const found = useEndpoint(leadImportResult, { params: { run_id: runId } })
  if (found.isPending) return <SkeletonRows rows={1} label="Loading the result" />
  if (found.isError) {
    return <LoadError what="The result" query={found} />
  }
  const { run, list, undo_token, undone_at, reasons, not_imported } = found.data.data
  const { imported = 0, merged = 0 } = run.counts
  const target = list && { type: canonicalListType(list.type as ListTypeName), id: list.id }
  return (
    <>
      {undone_at !== null && (
        <Notice tone="success">Import undone. Its leads are in the list’s trash.</Notice>
      )}
      {imported + merged === 0 && undone_at === null && (
        <Notice tone="warning">
          Nothing was imported. Correct the file or choose its columns, and import it again.
        </Notice>
      )}
      {reasons.length > 0 && (
        <ul aria-label="Why rows were rejected">
          {reasons.map(({ reason, rows }) => (
            <li key={reason}>{`${formatCount(rows, 'row')}: ${reason}`}</li>
          ))}
        </ul>
      )}
      {not_imported.length > 0 && <p>{`Columns not imported: ${not_imported.join(', ')}`}</p>}
      <Group gap="xs">
        {target && (
          <ButtonLink
            to="/saved-lists/$listRef"
            params={{ listRef: listRef(target.type, target.id) }}
            variant={undone_at === null ? 'filled' : 'default'}
          >
            Open list
          </ButtonLink>
        )}
        {target && undone_at === null && <FindEmails target={target} opensAtOnce={opensAtOnce} />}
        <Rejected run={run} />
        {target && undo_token !== null && <Undo target={target} token={undo_token} />}
        <Button variant="subtle" onClick={onAgain}>
          Import another file
        </Button>
      </Group>
    </>
  )
}

/** A running or finished import: progress, results and next steps. */
export function ImportResult(props: { runId: number; opensAtOnce: boolean; onAgain: () => void }) {
  const found = useFollowedRun(props.runId)
  if (found.isPending) return <SkeletonRows rows={1} height={56} label="Loading the import" />
  if (found.isError) {
    return <LoadError what="The import" query={found} />
  }
  const run = found.data.data
  return (
    <>
      <Strip run={run} />
      {!isRunActive(run) && <After {...props} />}
    </>
  )
}
