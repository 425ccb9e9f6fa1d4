import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLateMount } from '#web/ui/use-late-mount.ts'
import { ChecklistPanel } from './checklist-panel.tsx'
import type { Progress } from './checklist-steps.ts'
import { setChecklistOpen, useChecklistOpen } from './checklist-store.ts'
import { useChecklist } from './use-checklist.ts'

const close = () => setChecklistOpen(false)

/** The sidebar drawer is closed by then: the focus goes to the button that opens it. */
const giveFocusBack = () => {
  if (document.activeElement === document.body) document.getElementById('open-navigation')?.focus()
}

/** The onboarding steps in a drawer: on a small screen, and when opened from help. */
export function ChecklistDrawer() {
  const progress = useChecklist()
  const { isMounted, opened } = useLateMount(useChecklistOpen() && progress !== undefined)
  return isMounted ? <Steps progress={progress} opened={opened} /> : null
}

function Steps({ progress, opened }: { progress: Progress | undefined; opened: boolean }) {
  const small = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return (
    <Drawer
      opened={opened}
      onClose={close}
      returnFocus={false}
      onExitTransitionEnd={giveFocusBack}
      title="Getting started"
      {...(small ? { position: 'bottom', size: 'auto' } : { position: 'right', size: 360 })}
      padding={0}
      styles={{
        ...(small ? { content: { flex: '1 1 auto', height: 'auto' } } : {}),
        header: { padding: '12px 16px', borderBottom: '1px solid var(--app-border)' },
      }}
    >
      {progress && <ChecklistPanel progress={progress} onFollow={close} />}
    </Drawer>
  )
}
