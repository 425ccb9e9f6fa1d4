import { Button } from '@mantine/core'
import type { Side } from '../../lib/edit-conflict.ts'
import { Notice } from '../notice.tsx'

interface TextConflictProps {
  current: { title: string; html: string }
  onChoose: (side: Side) => void
}

const plainText = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent

/** Shown when someone else has saved the text meanwhile: their version, and a choice between both. */
export function TextConflict({ current, onChoose }: TextConflictProps) {
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
