import { ActionIcon } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { LIST_TYPE_IDS } from '#contract/leads/list-types/index.ts'
import { errorMessage } from '#web/lib/api.ts'
import type {
  ActionPlace,
  DialogAction,
  InstantAction,
  LeadAction,
  LeadDialogProps,
  LeadRequest,
  StartedRun,
} from '#web/lib/lead-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { failedLeadsLink, isRunActive } from '#web/lib/run-facts.ts'
import { useTabState, writeTabValue } from '#web/lib/tab-storage.ts'
import { showToast } from '#web/lib/toast.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { useListParts } from '../lead-data/list-parts.ts'
import { RunBanner } from '../lead-data/run-banner.tsx'
import {
  isEmptySelection,
  NO_SELECTION,
  type Selection,
  selectedCount,
  toLeadSelection,
  without,
} from '../lead-data/selection.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'

interface StartedRunStripProps {
  started: StartedRun
  /** The list of the page. */
  listId: number
  onDismiss: () => void
  /** The result is on screen. */
  onRead: () => void
  /** What the page shows; once it changes, the result was read. */
  shown: string
  onStarted: (started: StartedRun) => void
}

/** A run started here: its progress, and its result until dismissed or read. */
function StartedRunStrip(props: StartedRunStripProps) {
  const { started, listId, onDismiss, onRead, onStarted, shown } = props
  const { AfterTexts } = useListParts()
  const found = useFollowedRun(started.runId)
  const run = found.data?.data
  const isOver = run !== undefined && !isRunActive(run)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the run has ended
  useEffect(() => {
    if (isOver) onRead()
  }, [isOver])
  const endedAt = useRef<string>(null)
  useEffect(() => {
    if (!isOver) return
    endedAt.current ??= shown
    if (endedAt.current !== shown) onDismiss()
  }, [isOver, shown, onDismiss])
  if (!run) return null
  const active = !isOver
  const elsewhere = started.listId !== listId
  const failed = failedLeadsLink(run)
  const listType = LIST_TYPE_IDS.find((type) => type === run.list_type)
  return (
    <RunBanner
      run={run}
      actions={
        <>
          {failed && (
            <ButtonLink {...failed} size="compact-xs" variant="default">
              See which
            </ButtonLink>
          )}
          {elsewhere && (
            <ButtonLink
              to="/saved-lists/$listRef"
              params={{ listRef: listRef('people', started.listId) }}
              size="compact-xs"
              variant={active ? 'default' : 'filled'}
            >
              Open the people list
            </ButtonLink>
          )}
          {!active && run.kind === 'crm' && listType && (
            <ButtonLink
              to="/saved-lists/$listRef/crm"
              params={{ listRef: listRef(listType, listId) }}
              size="compact-xs"
              variant="default"
            >
              See what was sent
            </ButtonLink>
          )}
          {!active && run.kind === 'ai_text' && (
            <Suspense>
              <AfterTexts run={run} onStarted={onStarted} />
            </Suspense>
          )}
          {!active && (
            <ActionIcon variant="subtle" color="gray" aria-label="Dismiss this result" onClick={onDismiss}>
              <IconX size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </>
      }
    />
  )
}

interface Page {
  target: ListTarget
  filters: LeadFilters
  total: number
  selection: Selection
  onSelect: (next: Selection) => void
}

/** Requests an action; `after` runs when an action for one lead without a dialog is done. */
type RequestAction = (action: LeadAction, place: ActionPlace, lead?: number, after?: () => void) => void

interface RequestedAction {
  /** Runs an action for the leads of its place (or for one `lead`), or opens its dialog. */
  request: RequestAction
  /** Shows the progress of a run started on the page. */
  follow: (started: StartedRun) => void
  /** The active action. */
  busy: string | undefined
  /** Progress and result of the last started run; null without one. */
  banner: ReactNode
  dialog: ReactNode
  /** The run shown in the banner. */
  runId: number | undefined
}

/** Opened only once loaded, so that it can return the focus to where it was. */
function Opening({ Dialog, ...props }: LeadDialogProps & Pick<DialogAction, 'Dialog'>) {
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])
  return <Dialog {...props} opened={opened} />
}

/** The target leads of an action, by place. */
function makeRequest(
  { target, filters, total, selection }: Page,
  place: ActionPlace,
  lead?: number,
): LeadRequest {
  const chosen: Selection = lead === undefined ? selection : { kind: 'ids', ids: new Set([lead]) }
  const picked: Selection = place === 'menu' || isEmptySelection(chosen) ? { kind: 'query' } : chosen
  return {
    target,
    selection: toLeadSelection(picked, filters),
    count: selectedCount(picked, total),
    view: { filters, count: total },
  }
}

interface Instant {
  action: InstantAction
  leadRequest: LeadRequest
  lead: number | undefined
  after: (() => void) | undefined
}

function useInstantAction({ selection, onSelect }: Page) {
  return useMutation({
    mutationFn: ({ action, leadRequest }: Instant) => action.run(leadRequest),
    onSuccess: (_, { action, lead, after }) => {
      if (!action.keepsSelection) onSelect(lead === undefined ? NO_SELECTION : without(selection, lead))
      after?.()
    },
    onError: (error) => showToast({ kind: 'error', message: errorMessage(error) }),
  })
}

/** State of a requested action on the page of a list: its dialog and its run. */
export function useRequestedAction(page: Page): RequestedAction {
  const { target } = page
  const [requested, setRequested] = useState<{
    action: DialogAction
    leadRequest: LeadRequest
    opened: boolean
  } | null>(null)
  const key = `enrichment.${target.id}`
  const [started, setStarted] = useTabState<StartedRun>(key)
  const instant = useInstantAction(page)
  return {
    request: (action, place, lead, after) => {
      const input = makeRequest(page, place, lead)
      if ('Dialog' in action) setRequested({ action, leadRequest: input, opened: true })
      else if ('run' in action) instant.mutate({ action, leadRequest: input, lead, after })
    },
    follow: setStarted,
    busy: instant.isPending ? instant.variables.action.name : undefined,
    runId: started?.runId,
    banner: started && (
      <StartedRunStrip
        key={started.runId}
        started={started}
        listId={target.id}
        onDismiss={() => setStarted(null)}
        shown={JSON.stringify(page.filters)}
        // It stays until the next rows, and isn’t shown on the next visit.
        onRead={() => writeTabValue(key, null)}
        onStarted={setStarted}
      />
    ),
    dialog: requested && (
      <Suspense>
        <Opening
          key={requested.action.name}
          Dialog={requested.action.Dialog}
          leadRequest={requested.leadRequest}
          opened={requested.opened}
          onClose={() => setRequested({ ...requested, opened: false })}
          onStarted={setStarted}
        />
      </Suspense>
    ),
  }
}
