import { Button } from '@mantine/core'
import type { Side } from '../../lib/edit-conflict.ts'
import type { SaveState } from '../../lib/use-autosave.ts'
import { Notice } from '../notice.tsx'

interface TextConflictProps {
  current: { title: string; html: string }
  onChoose: (side: Side) => void
}

const plainText = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent

/** Shown when someone else has saved the text meanwhile: their version, and a choice between both. */
function TextConflict({ current, onChoose }: TextConflictProps) {
  return (
    <Notice tone="warning" title="Someone else saved first">
      <p>
        Your last changes are not saved. The saved text, “{current.title}”:{' '}
        {plainText(current.html) || 'empty'}
      </p>
      <Button size="compact-xs" variant="default" onClick={() => onChoose('theirs')}>
        Use the saved text
      </Button>{' '}
      <Button size="compact-xs" variant="default" onClick={() => onChoose('mine')}>
        Keep mine
      </Button>
    </Notice>
  )
}

interface SaveProblemProps<Saved extends { title: string; html: string }> {
  saving: SaveState<Saved>
  onRetry: () => void
  onChoose: (side: Side, current: Saved) => void
}

/** Why the last changes are not saved, with a way out; nothing if they are. */
export function SaveProblem<Saved extends { title: string; html: string }>({
  saving,
  onRetry,
  onChoose,
}: SaveProblemProps<Saved>) {
  if (saving.state === 'conflict')
    return <TextConflict current={saving.current} onChoose={(side) => onChoose(side, saving.current)} />
  if (saving.state !== 'failed') return null
  return (
    <Notice tone="danger" title="Your last changes are not saved">
      {saving.error}{' '}
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}
