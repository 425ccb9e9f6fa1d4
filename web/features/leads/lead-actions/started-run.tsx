import { ActionIcon, Button } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { LIST_TYPE_IDS } from '#contract/leads/list-types/index.ts'
import type { StartedRun } from '#web/lib/lead-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { failedLeadsLink, isRunActive } from '#web/lib/run-facts.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { useListParts } from '../lead-data/list-parts.ts'
import { RunBanner } from '../lead-data/run-banner.tsx'

interface StartedRunStripProps {
  started: StartedRun
  /** The list of the page. */
  listId: number
  onDismiss: () => void
  onStarted: (started: StartedRun) => void
}

/** A run started here: its progress, and its result until dismissed. */
export function StartedRunStrip({ started, listId, onDismiss, onStarted }: StartedRunStripProps) {
  const { AfterTexts } = useListParts()
  const found = useFollowedRun(started.runId)
  const run = found.data?.data
  if (!run) return null
  const active = isRunActive(run)
  const elsewhere = started.listId !== listId
  const failed = failedLeadsLink(run)
  const listType = LIST_TYPE_IDS.find((type) => type === run.list_type)
  return (
    <RunBanner
      run={run}
      actions={
        <>
          {failed && (
            <Button component={Link} {...failed} size="compact-xs" variant="default">
              See which
            </Button>
          )}
          {elsewhere && (
            <Button
              component={Link}
              to={`/saved-lists/${listRef('people', started.listId)}`}
              size="compact-xs"
              variant={active ? 'default' : 'filled'}
            >
              Open the people list
            </Button>
          )}
          {!active && run.kind === 'crm' && listType && (
            <Button
              component={Link}
              to={`/saved-lists/${listRef(listType, listId)}/crm`}
              size="compact-xs"
              variant="default"
            >
              See what was sent
            </Button>
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
