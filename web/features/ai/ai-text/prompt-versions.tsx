import { Button, Modal } from '@mantine/core'
import { type UseMutationResult, type UseQueryResult, useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import {
  type FineTune,
  fineTuneVersions,
  type PromptVersion,
  restoreFineTune,
} from '#contract/ai/ai-prompts.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { loadLater } from '../../../ui/load-later.tsx'
import classes from './ai.module.css'

/** With its library, which few people need: the text stands there until it has come. */
const Difference = loadLater(async () => (await import('./word-difference.tsx')).WordDifference)

type ShownVersion = Omit<PromptVersion, 'created_at'> & { created_at: string | null }

interface VersionProps {
  version: ShownVersion
  before: ShownVersion | undefined
  isCurrent: boolean
  busy: boolean
  /** Absent for read-only users. */
  onRestore: ((version: number) => void) | undefined
}

/** One version of a prompt with its changes. */
function Version({ version, before, isCurrent, busy, onRestore }: VersionProps) {
  return (
    <li>
      <strong>{version.created_at ? `Version ${version.version}` : 'Built in'}</strong>
      {isCurrent && ' · current'}
      {version.created_at && (
        <>
          {' '}
          · {version.created_by ?? 'Someone'}, <When at={version.created_at} />
        </>
      )}
      <Suspense fallback={<p className={classes.diff}>{version.text}</p>}>
        <Difference from={before?.text ?? version.text} to={version.text} />
      </Suspense>
      {!isCurrent && onRestore && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={() => onRestore(version.version)}
        >
          {version.created_at ? `Restore version ${version.version}` : 'Restore built-in prompt'}
        </Button>
      )}
    </li>
  )
}

interface VersionListDialogProps extends DialogState {
  name: string
  found: UseQueryResult<{ data: readonly ShownVersion[] }>
  restore: UseMutationResult<unknown, Error, number>
  failure: unknown
  canRestore: boolean
}

/** Every version of a prompt with its changes, and restoring one. */
export function VersionListDialog(props: VersionListDialogProps) {
  const { name, found, restore, failure, canRestore, opened, onClose } = props
  const versions = found.data?.data ?? []
  return (
    <Modal opened={opened} onClose={onClose} title={`Versions of “${name}”`} size={620}>
      {found.isError && <LoadError what="The versions" query={found} />}
      {found.isPending && <SkeletonRows rows={3} height={60} label="Loading the versions" />}
      {failure !== null && <Notice tone="danger">{errorMessage(failure)}</Notice>}
      <ul className={classes.versions}>
        {versions.map((version, at) => (
          <Version
            key={version.version}
            version={version}
            before={versions[at + 1]}
            isCurrent={at === 0}
            busy={restore.isPending}
            onRestore={canRestore ? restore.mutate : undefined}
          />
        ))}
      </ul>
    </Modal>
  )
}

/** The versions of an account's own prompt. */
export function VersionsDialog({ prompt, ...state }: DialogState & { prompt: FineTune & { id: number } }) {
  const params = { id: prompt.id }
  const found = useEndpoint(fineTuneVersions, { params }, { enabled: state.opened })
  const restore = useMutation({
    mutationFn: (version: number) => call(restoreFineTune, { params, body: { version } }),
  })
  const list = { name: prompt.name, found, restore, failure: restore.error }
  return <VersionListDialog {...state} {...list} canRestore />
}
